// The format of everything that Python and the page send each other: the values of a
// widget, messages, frames and their operations, questions, prepared labs. The scripts
// are checked against these types by tsc, what Python sends by tests/contract.py, which
// reads this file. It understands interfaces, aliases, unions, tuples, arrays, literals
// and Record; nothing else may stand here.

/** A whole number. */
type Whole = number;

/** Where a control stands: the index of its value, from 0, or the text in a box. */
type Position = Whole | string;

/** One position for each control, in their order. */
type Setting = Position[];

/** #rrggbbaa, in sRGB. */
type Colour = string;

// Frames

/** A path: letters M, L, Q, C and Z as on a canvas, and for each but Z the coordinates
 * of its 1, 1, 2 or 3 points as differences from the point before, x and y in turn.
 * Units: 1/20 pixel of the figure, y downwards; in a glyph 1/1000 em. */
type WrittenPath = [letters: string, numbers: Whole[]];

/** A clip: a path, or the rectangle x, y, width, height in 1/20 pixel. */
type Clip = WrittenPath | [Whole, Whole, Whole, Whole];

/** How a shape is painted. What is absent takes its default. */
interface Style {
  /** Fill; absent: not filled. */
  f?: Colour;
  /** Stroke; absent: no stroke. */
  s?: Colour;
  /** Width of the stroke in pixels, above 0; there whenever s is. */
  w?: number;
  /** Dashes in pixels: the offset, then lengths of strokes and gaps in turn. */
  d?: number[];
  /** Caps of lines; absent: butt. */
  c?: "butt" | "square" | "round";
  /** Joins of lines; absent: round. */
  j?: "miter" | "bevel" | "round";
  /** The clip; absent: none. */
  k?: Clip;
  /** Lines snap to whole pixels of the screen. */
  n?: 1;
  /** Hatching: a tile of one inch, that is 100 pixels, and its lines' colour and width
   * in pixels. */
  h?: [tile: WrittenPath, line: Colour, width: number];
  /** Opacity of an image, from 0 to 1; absent: 1. */
  a?: number;
}

/** Paths, painted one after another. */
type PathOp = ["p", Style, ...WrittenPath[]];

/** A marker and the points where it is painted, as differences in 1/20 pixel. */
type MarkerOp = ["m", Style, WrittenPath, Whole[]];

/** A text from x, y in 1/20 pixel, turned by an angle in degrees counter-clockwise; the
 * size is the height of an em in 1/20 pixel. Glyphs come in groups of number, x, y,
 * scale (the last in 1/1000), bars of fractions in groups of x, y, width, height; both
 * in 1/1000 em. At its end are the parts of what an enlarged text grows by that go to its
 * left and upwards. */
type TextOp = [
  "t",
  Style,
  x: Whole,
  y: Whole,
  angle: number,
  size: Whole,
  glyphs: Whole[],
  bars: Whole[],
  left: number,
  up: number,
];

/** A text in letters that the fonts of the figure lack; the page's fonts draw it. */
type WordsOp = [
  "w",
  Style,
  x: Whole,
  y: Whole,
  angle: number,
  size: Whole,
  text: string,
];

/** An image: the matrix a, b, c, d, e, f takes its pixels to 1/20 pixel of the figure.
 * With a palette, in base 64 and RGBA, a pixel is one byte; with 0, four bytes RGBA. */
type ImageOp = [
  "i",
  Style,
  matrix: [number, number, number, number, number, number],
  width: Whole,
  height: Whole,
  palette: string | 0,
  pixels: string,
];

/** One operation of a display list. */
type Op = PathOp | MarkerOp | TextOp | WordsOp | ImageOp;

/** A handle in 1/20 pixel of the figure, y downwards. */
type HandlePlace = [x: Whole, y: Whole];

/**
 * Where handles are, by the names of their controls with a space between two. A handle
 * that chooses has "|" and a text of its first control behind them.
 */
type HandlePlaces = Record<string, HandlePlace>;

/** A lab at one setting. */
interface Drawing {
  /** A hash of the content: the same for the same picture. */
  id: string;
  /** The name of the background that it stands on. */
  on: string;
  /** What the picture shows; while a question is open, that it is hidden. */
  sentence: string;
  /** Names of the controls without effect here. */
  idle: string[];
  /** The handles that are seen; absent: there are none. */
  handles?: HandlePlaces;
  /** What is drawn on the background. */
  ops: Op[];
}

/** Why there is no picture of a setting. */
interface Failure {
  problem: string;
}

type Frame = Drawing | Failure;

/** The first of the lines beside a message, which come deflated as one text: it says
 * what follows. A background (Op[]) for each name, then the frames. */
interface Contents {
  /** The number of the first new glyph, and the paths of all new ones. */
  glyphs: [first: Whole, paths: WrittenPath[]];
  /** Names of the backgrounds that follow. */
  backgrounds: string[];
}

/** The size of a figure in pixels of a page, and its panels: columns (from, to) that
 * can be shown below each other, and in each the axes (from, to), and whether they are
 * a plane that has one scale. */
interface Figure {
  width: number;
  height: number;
  panels: [from: number, to: number][];
  axes: [from: number, to: number, plane: boolean][];
  /** The handles of a control that move sideways: a finger that goes up or down on one
   * scrolls the page. */
  sideways?: string[];
}

// Controls

/** A control with a list of values: a slider, a choice or a check box. */
interface OptionsSpec {
  name: string;
  label: string;
  kind: "linear" | "log" | "choice" | "check";
  /** The text of each value, in order. */
  texts: string[];
  /** The position at the start. */
  start: Whole;
  most: Whole;
}

/** A box to write in. */
interface BoxSpec {
  name: string;
  label: string;
  kind: "text";
  /** Texts that its author prepared. */
  texts: string[];
  /** The text at the start. */
  start: string;
  /** Letters that it takes at most. */
  most: Whole;
}

type ControlSpec = OptionsSpec | BoxSpec;

/** Where the controls stand. */
interface Stand {
  /** The nearest position of each control. */
  positions: Setting;
  /** The text of each value. */
  texts: string[];
  /** Whether no value lies between two positions. */
  exact: boolean;
  /** The guess on record, if it answers the question. */
  entry: Entry | null;
  apart?: string[];
}

/** The controls stand where they were left on an earlier day, or near there. */
type Left = "at" | "near";

// Questions

type State = "right" | "wrong" | "skipped";

/** A word, a number, or the heights of a curve; null: skipped. */
type Guess = string | number | number[] | null;

/** A guess on record. */
interface Entry {
  guess: Guess;
  /** Milliseconds since 1970. */
  when: number;
  /** How it was judged, where that is known. */
  state?: State;
  /** The first guess, where there was one before this. */
  first?: First;
}

interface First {
  guess: Guess;
  when: number;
  state?: State;
}

/** Of the figure's pixels, y downwards. */
type Box = [x: number, y: number, width: number, height: number];

/** What is said to a guess that is none. */
interface Refusals {
  empty: string;
  odd: string;
  outside: string;
}

type Judgement = "right" | "wrong";

/** What all questions have. */
interface Asked {
  /** The key of the guess in the student's record. */
  name: string;
  words: string;
  why: string;
  /** The axes that are empty while it is open. */
  blank: Box[];
  /** What is said where it was skipped. */
  skipped: string;
  /** The guess in short, with the controls at their start and elsewhere. */
  short: [start: string, elsewhere: string];
  refusals: Refusals;
}

interface ChoiceSpec extends Asked {
  kind: "choice";
  choices: string[];
  /** What is replied where `when` applies to the guess: whether it is right, and two
   * texts, in which {guess} is the guess in words. */
  cases: [when: string, state: Judgement, said: string, reply: string][];
}

interface NumberSpec extends Asked {
  kind: "number";
  low: number;
  high: number;
  /** Both in words. */
  span: string;
  /** A space and the unit, or nothing. */
  unit: string;
  /** Decimals with which numbers are shown. */
  decimals: Whole;
  /** For numbers from one bound to the other. */
  cases: [
    when: [low: number, high: number],
    state: Judgement,
    said: string,
    reply: string,
  ][];
}

interface CurveSpec extends Asked {
  kind: "curve";
  /** Where heights are asked for, in data units, and how these read. */
  x: number[];
  at: string[];
  /** The first and the last in words. */
  ends: string;
  /** The same as parts of the width of the axes, from 0 to 1. */
  position: number[];
  /** The labels of the two axes. */
  along: string;
  height: string;
  /** The true heights, in data units. */
  right: number[];
  low: number;
  high: number;
  /** Whether the axis of heights is logarithmic, and whether it points down. */
  log: boolean;
  over: boolean;
  unit: string;
  decimals: Whole;
  /** The distance of a right guess, and the change that is none, in units of the height
   * or in powers of ten. */
  within: number;
  slight: number;
  /** The distance {off} in words. */
  off: string;
  /** For curves with a feature. */
  cases: [when: string, state: Judgement, said: string, reply: string][];
  /** The axes in which it is drawn. */
  box: Box;
}

type QuestionSpec = ChoiceSpec | NumberSpec | CurveSpec;

/** No question. */
interface Unasked {
  kind?: undefined;
}

// Labs

/** The values of a lab's or a stepper's widget. */
interface PlayableState {
  title: string;
  controls: ControlSpec[];
  question: QuestionSpec | Unasked;
}

/** The first answer to a view: the figure, and where it stands. Frames: the last good
 * one and, where the values that are set fail, their problem. */
interface LabHello extends Stand {
  kind: "hello";
  view: string;
  turn: Whole;
  figure: Figure;
  left?: Left;
}

/** An answer to `set` or `rest`: at most one frame. */
interface LabAnswer {
  kind: "answer";
  view: string;
  turn: Whole;
  /** To `rest`: whether a full drawing differs from what the page shows. */
  healed?: boolean;
  /** Names of the controls that cannot move on this page, unless others go back. */
  apart?: string[];
}

/** The answer of a page without Python, where it has no frame of that setting: the
 * nearest that it has, and why. */
interface LabInstead extends Stand {
  kind: "answer";
  view: string;
  turn: Whole;
  note: string;
}

/** Frames of the settings that were wished for in that turn, from the first on. A page
 * without Python ends with a message that has none. */
interface LabAhead {
  kind: "ahead";
  view: string;
  turn: Whole;
  first: Whole;
}

/** To every view: a cell has moved the controls. One frame. */
interface LabMoved extends Stand {
  kind: "moved";
}

/** To every view: the question was answered or is open again. Frames as after hello. */
interface LabAsked extends Stand {
  kind: "asked";
}

type ToLab = LabHello | LabAnswer | LabInstead | LabAhead | LabMoved | LabAsked;

/** What every message of a lab's view carries. */
interface FromView {
  view: string;
  turn: Whole;
}

/** What every message of a lab's view carries: backgrounds that it has dropped. */
interface FromLabView extends FromView {
  forgot: string[];
}

interface Hello {
  kind: "hello";
  /** The guesses that the page keeps, by name of the question. */
  guesses: Record<string, Entry>;
}

interface SetLab {
  kind: "set";
  positions: Setting;
  /** Whether the page has the frame. */
  have: boolean;
}

/** Settings whose frames a hand may want next. */
interface Wish {
  kind: "wish";
  settings: Setting[];
}

/** The hand rests on the frame of this id. */
interface RestLab {
  kind: "rest";
  id: string | null;
}

interface Guessed {
  kind: "guess";
  entry: Entry;
}

/** The question is to be asked again. */
interface Again {
  kind: "again";
}

type FromQuestion = Guessed | Again;

type FromLab = Hello | SetLab | Wish | RestLab | FromQuestion;

// Steppers

/** A derivation on some data: its rows as HTML, and the sentence under each. */
interface Steps {
  rows: string[];
  sentences: string[];
}

/** A derivation, or why there is none. */
type Run = Steps | Failure;

/** A cell has moved the controls, the question was answered, or, with a view, that one
 * is new. */
interface StepsMoved extends Stand {
  kind: "moved";
  view?: string;
  run: Run;
  left?: Left;
}

/** The derivations on the data that were asked for in that turn; null where a page
 * without Python has none. */
interface StepsAnswer {
  kind: "answer";
  view: string;
  turn: Whole;
  runs: (Run | null)[];
  apart?: string[];
}

/** The answer of a page without Python, where it has nothing for those data: the
 * nearest that it has, and why. */
interface StepsInstead extends Stand {
  kind: "answer";
  view: string;
  turn: Whole;
  note: string;
  runs: Run[];
}

type ToSteps = StepsMoved | StepsAnswer | StepsInstead;

/** Controls that moved, by name, and the data whose steps are wanted. */
interface SetSteps {
  kind: "set";
  positions: Record<string, Position>;
  settings: Setting[];
}

interface RestSteps {
  kind: "rest";
}

interface HelloSteps extends Hello {
  positions: Record<string, Position>;
  settings: Setting[];
}

type FromSteps = HelloSteps | SetSteps | RestSteps | FromQuestion;

// Pages without Python

/** The value of a control. */
type Value = number | string | boolean;

/** What a page keeps of a lab or a stepper: its words, and a frame for each setting,
 * the start first. */
interface Prepared {
  state: PlayableState;
  /** The positions at the start. */
  start: Whole[];
  /** Which controls the page follows by itself; their position in a setting is 0. */
  free: boolean[];
  /** Which controls have no effect at a setting: its frame is that of all their
   * positions. */
  idle: Whole[][];
  /** The value of each position, for each control. */
  values: Value[][];
  settings: Whole[][];
}

interface PreparedLab extends Prepared {
  figure: Figure;
  glyphs: WrittenPath[];
  /** Op[] as JSON, by name. */
  backgrounds: Record<string, string>;
  /** Frame as JSON, one for each setting. */
  frames: string[];
  /** That of the start while the question is open; empty without a question. */
  veiled: string[];
}

interface PreparedSteps extends Prepared {
  runs: Run[];
}

// Exercises

/** An answer as it was typed: numbers, yes and no, None, and lists of them. */
type Answer = number | boolean | null | Answer[];

/** A number or a yes or no that can be chosen. */
type Choice = number | boolean;

/** What a page needs to judge the answers to an exercise as Python does. */
interface ExerciseSpec {
  name: string;
  kind: "number" | "numbers" | "switches";
  wanted: number | number[];
  /** Whether the answer is a count. */
  counts: boolean;
  /** Of each number, relative to the largest. */
  tolerance: number;
  why: string;
  /** The name of each entry, with what can be chosen for it and the words of that; no
   * choices: any number. Empty: the entries have no names. */
  items: [name: string, choices: [value: Choice, words: string][]][];
  /** Known mistakes, and the reply to each. */
  mistakes: [answer: Answer, reply: string][];
}

/** The values of the widget of an exercise. */
interface ExerciseState {
  spec: ExerciseSpec;
  /** The place of the exercise, with its hints folded. */
  html: string;
  /** What is on record of it. */
  earlier: Check | null;
}

/** The result of an exercise on record. */
interface Check {
  state: "right" | "wrong";
  mistake: number | null;
  /** Absent where it is no number and no list of numbers. */
  answer?: Answer;
}

/** An answer that the page has judged. */
interface FromExercise {
  kind: "check";
  answer: Answer;
}

/** Python has the last answer, and says why it does not count, or "". */
interface ToExercise {
  kind: "heard";
  note: string;
}

// The record of a page without Python

/** A lecture: its title, how many exercises its core and its further part have, and the
 * names of their questions. */
interface LectureSpec {
  title: string;
  exercises: [core: Whole, further: Whole];
  questions: string[];
  further: string[];
}

/** What a page counts: one lecture, or all. */
interface WorkSpec {
  lecture: string | null;
  lectures: Record<string, LectureSpec>;
}

// Progress

/** The values of the widget that shows the student's progress. */
interface ProgressState {
  html: string;
  /** Whether there is a working copy to download and to restore. */
  keeps: boolean;
}

interface Status {
  kind: "status";
  text: string;
}

/** The student's work, a zip archive beside the message. */
interface Packed {
  kind: "packed";
  /** The name of the file. */
  name: string;
  /** Files that are not in it. */
  left: string[];
}

type ToProgress = Status | Packed;

/** Pack the work; unpack the archive beside the message; forget all answers. */
interface FromProgress {
  kind: "pack" | "unpack" | "forget";
}
