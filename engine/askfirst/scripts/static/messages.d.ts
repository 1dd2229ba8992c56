// The format of everything that Python and the page send each other: the values of a
// widget, messages, frames and their operations, questions, prepared labs. tsc holds the
// scripts to it.

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

/** How a shape is painted. What is absent takes its default; lengths are in pixels. */
interface Style {
  f?: Colour; // fill; absent: not filled
  s?: Colour; // stroke; absent: no stroke
  w?: number; // width of the stroke, above 0; there whenever s is
  d?: number[]; // dashes: the offset, then lengths of strokes and gaps in turn
  c?: "butt" | "square" | "round"; // caps of lines; absent: butt
  j?: "miter" | "bevel" | "round"; // joins of lines; absent: round
  k?: WrittenPath | [x: Whole, y: Whole, width: Whole, height: Whole]; // what clips it
  n?: 1; // lines snap to whole pixels of the screen
  a?: number; // opacity of an image, from 0 to 1; absent: 1
}

/** Paths, painted one after another. */
type PathOp = ["p", Style, ...WrittenPath[]];
/** A marker and the points where it is painted, as differences in 1/20 pixel. */
type MarkerOp = ["m", Style, WrittenPath, Whole[]];
/** Where a text begins, in 1/20 pixel, the angle by which it is turned, in degrees
 * counter-clockwise, and the height of an em in 1/20 pixel. */
type TextPlace = [x: Whole, y: Whole, angle: number, size: Whole];
/** A text. Glyphs come in groups of number, x, y, scale (the last in 1/1000), bars of
 * fractions in groups of x, y, width, height; both in 1/1000 em. At its end are the parts
 * of what an enlarged text grows by that go to its left and upwards. */
type TextOp = [
  ...["t", Style, ...TextPlace],
  ...[glyphs: Whole[], bars: Whole[], left: number, up: number],
];
/** A text in letters that the fonts of the figure lack; the page's fonts draw it. */
type WordsOp = ["w", Style, ...TextPlace, text: string];
/** An image: the matrix a, b, c, d, e, f takes its pixels to 1/20 pixel of the figure.
 * With a palette, in base 64 and RGBA, a pixel is one byte; with 0, four bytes RGBA. */
type ImageOp = [
  ...["i", Style, matrix: [number, number, number, number, number, number]],
  ...[width: Whole, height: Whole, palette: string | 0, pixels: string],
];
/** One operation of a display list. */
type Op = PathOp | MarkerOp | TextOp | WordsOp | ImageOp;

/** A handle in 1/20 pixel of the figure, y downwards. */
type HandlePlace = [x: Whole, y: Whole];
/** Where handles are, by the names of their controls with a space between two. A handle
 * that chooses has "|" and a text of its first control behind them. */
type HandlePlaces = Record<string, HandlePlace>;

/** A lab at one setting. */
interface Drawing {
  id: string; // a hash of the content: the same for the same picture
  on: string; // the name of the background that it stands on
  sentence: string; // what it shows; while a question is open, that it is hidden
  idle: string[]; // names of the controls without effect here
  handles?: HandlePlaces; // those that are seen; absent: there are none
  ops: Op[];
}
/** A stepper at one setting: the rows of its derivation and the sentence under each, as
 * HTML; no sentences while a question is open. */
type Derived = { rows: string[]; sentences: string[]; id?: null; idle?: null };
/** Why there is neither. */
type Failure = { problem: string };
type Frame = Drawing | Derived | Failure;

/** The first of the lines beside a message, which come deflated as one text: the number
 * of the first new glyph and the paths of all new ones, and names of backgrounds. A
 * background (Op[]) for each name follows, then the frames. */
type Contents = { glyphs: [first: Whole, paths: WrittenPath[]]; backgrounds: string[] };

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

/** A slider, a choice or a check box: its position at the start, the text of each. */
interface OptionsSpec {
  name: string;
  label: string;
  kind: "linear" | "log" | "choice" | "check";
  texts: string[];
  start: Whole;
  instant: boolean; // whether one frame holds all its positions
}
/** A box to write in: the text at the start, and how many letters it takes at most. */
interface BoxSpec {
  name: string;
  label: string;
  kind: "text";
  texts: string[]; // those that its author prepared
  start: string;
  instant: false;
  most: Whole;
}
type ControlSpec = OptionsSpec | BoxSpec;

/** Where the controls stand. */
interface Stand {
  positions: Setting; // the nearest of each control
  texts: string[]; // of each value
  exact: boolean; // no value lies between two positions
  entry: Entry | null; // the guess on record, if it answers the question
}

// Questions

type Judgement = "right" | "wrong";
type State = Judgement | "skipped";
/** A word, a number, or the heights of a curve; null: skipped. */
type Guess = string | number | number[] | null;
/** A guess on record, when it was made in milliseconds since 1970, and how it was judged
 * where that is known. */
type First = { guess: Guess; when: number; state?: State };
/** The same, and the first guess where there was one before this. */
type Entry = First & { first?: First };
/** Of the figure's pixels, y downwards. */
type Box = [x: number, y: number, width: number, height: number];
/** What is replied where `when` applies to the guess: whether it is right, and two
 * texts, in which {guess} is the guess in words. */
type Case<When> = [when: When, state: Judgement, said: string, reply: string];

/** What all questions have. */
interface Asked {
  name: string; // the key of the guess in the student's record
  words: string;
  why: string;
  blank: Box[]; // the axes that are empty while it is open
  skipped: string; // what is said where it was skipped
  short: string; // what is said beside the figure of a guess
  empty: string; // what is said where nothing is chosen, written or drawn
  odd: string; // and to another guess that is none
}
interface ChoiceSpec extends Asked {
  kind: "choice";
  choices: string[];
  cases: Case<string>[];
}
/** What a number or a height may be; the unit has a space before it, or is empty. */
type Span = { low: number; high: number; unit: string; decimals: Whole };
interface NumberSpec extends Asked, Span {
  kind: "number";
  span: string; // the bounds in words
  cases: Case<[low: number, high: number]>[]; // the bounds belong to it
}
interface CurveSpec extends Asked, Span {
  kind: "curve";
  x: number[]; // where heights are asked for, in data units
  at: string[]; // how these read
  ends: string; // the first and the last in words
  position: number[]; // they, as parts of the width of the axes, from 0 to 1
  along: string; // the labels of the two axes
  height: string;
  right: number[]; // the true heights, in data units
  log: boolean; // whether the axis of heights is logarithmic
  over: boolean; // and whether it points down
  /** The distance of a right guess, and the change that is none, in units of the height
   * or in powers of ten. */
  within: number;
  slight: number;
  off: string; // the distance {off} in words
  cases: Case<string>[]; // for curves with a feature
  box: Box; // the axes in which it is drawn
}
type QuestionSpec = ChoiceSpec | NumberSpec | CurveSpec;
/** No question. */
type Unasked = { kind?: undefined };

// Labs and steppers

/** The values of their widgets. */
interface PlayableState {
  title: string;
  controls: ControlSpec[];
  question: QuestionSpec | Unasked;
}

/** A message to one view, on the message of that number from it. */
type ToView<Kind> = { kind: Kind; view: string; turn: Whole };
/** The first answer to a view. Frames: the last good one and, where the values that are
 * set fail, their problem. */
type LabHello = Stand & ToView<"hello"> & { figure: Figure | null };
/** An answer to `set` or, with whether a full drawing differs from what the page shows,
 * to `rest`: at most one frame. */
type LabAnswer = ToView<"answer"> & { healed?: boolean };
/** The answer of a page without Python, where it has no frame of that setting: the
 * nearest that it has, and why. */
type LabInstead = Stand & ToView<"answer"> & { note: string };
/** Frames of the settings that were wished for in that turn, from the first on. A page
 * without Python ends with a message that has none. */
type LabAhead = ToView<"ahead"> & { first: Whole };
/** To every view: a cell has moved the controls, with one frame; or the question was
 * answered or is open again, with frames as after hello. */
type LabTold = Stand & { kind: "moved" | "asked" };
type ToLab = LabHello | LabAnswer | LabInstead | LabAhead | LabTold;

/** What every message of a view carries: also the backgrounds that it has dropped. */
type FromView = { view: string; turn: Whole; forgot: string[] };
/** The question was answered, or is to be asked again. */
type FromQuestion = { kind: "guess"; entry: Entry } | { kind: "again" };
/** A new view, and the guesses that the page keeps, by name of the question; the
 * controls moved, and whether the page has the frame; settings whose frames a hand may
 * want next; the hand rests on the frame of this id. */
type FromLab =
  | { kind: "hello"; guesses: Record<string, Entry> }
  | { kind: "set"; positions: Setting; have: boolean }
  | { kind: "wish"; settings: Setting[] }
  | { kind: "rest"; id: string | null }
  | FromQuestion;

// Pages without Python

/** What a page keeps of a lab or a stepper: its words, and a frame for each setting,
 * the start first. */
interface Prepared {
  state: PlayableState;
  start: Whole[]; // the positions at the start
  /** Which controls the page follows by itself; their position in a setting is 0. */
  free: boolean[];
  /** Which controls have no effect at a setting: its frame is that of all their
   * positions. */
  idle: Whole[][];
  settings: Whole[][];
  figure: Figure | null;
  glyphs: WrittenPath[];
  backgrounds: Record<string, string>; // Op[] as JSON, by name
  frames: string[]; // as JSON, one for each setting
  /** That of the start while the question is open; empty without a question. */
  veiled: string[];
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
  wanted: number | Choice[];
  counts: boolean; // whether the answer is a count
  tolerance: number; // of each number, relative to the largest
  why: string;
  /** The name of each entry, with what can be chosen for it and the words of that; no
   * choices: any number. Empty: the entries have no names. */
  items: [name: string, choices: [value: Choice, words: string][]][];
  /** Known mistakes, and the reply to each. */
  mistakes: [answer: Answer, reply: string][];
}
/** The result of an exercise on record; the answer where it is numbers. */
type Check = { state: Judgement; mistake: number | null; answer?: Answer };
/** The values of the widget of an exercise: its place, with its hints folded, and what
 * is on record of it. */
type ExerciseState = { html: string; earlier: Check | null };
/** An answer that the page has judged. */
type FromExercise = { kind: "check"; answer: Answer };
/** Python has the last answer, and says why it does not count, or "". */
type ToExercise = { kind: "heard"; note: string };

// Progress

/** A lecture: its title, how many exercises its core and its further part have, and the
 * names of their questions. */
interface LectureSpec {
  title: string;
  exercises: [core: Whole, further: Whole];
  questions: string[];
  further: string[];
}
/** What is counted: one lecture, or all. */
type WorkSpec = { lecture: string | null; lectures: Record<string, LectureSpec> };
/** What was answered, by the names of questions and of exercises. */
type Answered = { guesses: Record<string, Entry>; checks: Record<string, Check> };
/** The values of the widget that shows the student's progress: what there is to answer,
 * what was answered, a note on where it is kept, and whether there is a working copy to
 * download and to restore. */
interface ProgressState {
  spec: WorkSpec;
  answered: Answered;
  note: string;
  keeps: boolean;
}
/** Words; or the student's work, a zip archive beside the message, with the name of its
 * file. */
type ToProgress = { kind: "status"; text: string } | { kind: "packed"; name: string };
/** Pack the work; unpack the archive beside the message; forget all answers. */
type FromProgress = { kind: "pack" | "unpack" | "forget" };
