// What the scripts find on a page: the widget's model, JupyterLab, and what the site
// joins to one script.

/** The page's half of a widget, as anywidget gives it: values W, messages in and out. */
interface Model<W, In, Out> {
  get<K extends keyof W>(key: K): W[K];
  on(event: string, listener: (message: In, buffers: Buffers) => void): void;
  off(event: string, listener: (message: In, buffers: Buffers) => void): void;
  send(message: Out, callbacks?: undefined, buffers?: ArrayBuffer[]): void;
}
/** Deflated bytes, or the text itself from a page without Python. */
type Buffers = (string | DataView<ArrayBuffer>)[] | undefined;
type LabModel = Model<PlayableState, ToLab, FromLab & FromView> & {
  /** Whether a page without Python has this setting. */
  knows?: (setting: Setting) => boolean;
};
// Controls and questions

/** The inputs of a control; `put` shows a position without calling back. */
type Inputs = { nodes: HTMLElement[]; put(position: Position, text: Position): void };
/** What makes them; `changed` is called when the user moves it. */
type MakesInputs<Spec> = (
  spec: Spec,
  key: string,
  changed: (position: Position) => void,
) => Inputs;
/** A guess as it comes, perhaps unfinished. */
type RawGuess = Guess | (number | null)[];
/** The feedback on a guess. */
interface Feedback {
  state: State | "refused";
  text: string; // whether it is right
  why: string;
  shown: string; // the guess in words
  guess: Guess;
}
/** One way to answer: its inputs; `put` shows a guess, closed or open to change. */
interface AnswerInputs {
  node: HTMLElement;
  guess(): RawGuess;
  put(guess: Guess, closed: boolean): void;
  focus(): void;
  resize?(): void;
}
/** A figure on the page, to be drawn on. */
type Canvas = { viewport: HTMLElement; play: Player };
/** What makes the inputs; `touched` is called when the guess changes. */
type MakesAnswer<Spec> = (
  spec: Spec,
  lab: { id: string; figure?: Canvas },
  touched: () => void,
) => AnswerInputs;
/** x and y, in pixels of the figure. */
type Point = [x: number, y: number];
/** A curve that is being drawn. */
interface Sketch {
  spec: CurveSpec;
  heights: (number | null)[]; // null where there is none yet
  part(height: number): number; // a height as a part of that of the axes
  value(part: number): number; // and back
  paint(): void;
  touched(): void; // is called when a hand changes it
}
/** What was typed, or why it cannot be read. */
type Typed =
  | { value: Answer; refused?: undefined }
  | { refused: string; value?: undefined };
/** An answer that was judged, and its place among the known mistakes. */
type Judged = {
  state: "open" | "right" | "wrong";
  text: string;
  mistake: Whole | null;
};
/** The numbers of an answer: the lengths of its axes, and all of them in a row. */
type Numbers = { shape: number[]; flat: number[] };

// What a display list is drawn by

type Pen = CanvasRenderingContext2D;
/** Red, green and blue, from 0 to 255. */
type Rgb = [number, number, number];
/** From 1/20 pixel of the figure to pixels of the screen. */
type Scale = (v: number) => number;
/** What something covers. */
type Corners = [left: number, top: number, right: number, bottom: number];
type Glyphs = Map<number, { written: WrittenPath; path?: Path2D; box?: Corners }>;
/** Where a panel goes, and by what a display list is drawn there. */
type Place = ReturnType<typeof laidOut>["places"][number];
type Sheet = ReturnType<typeof sheetOf>;
type Draws<O extends Op> = (pen: Pen, op: O, sheet: Sheet) => void;

/** What shows the frames of a lab: nodes above and below its controls. */
interface View {
  above: (Node | string)[];
  below: (Node | string)[];
  figure?: Canvas;
  handles?: ReturnType<typeof handlesOver>;
  start(): void;
  stop(): void;
  begin(figure: Figure | null): void;
  show(frame: Drawing | Derived): boolean; // false: its background is missing
  mark(ops: Op[]): void;
}
/** A lab or a stepper in parts, each made by a function that uses the others. */
interface Lab {
  model: LabModel;
  id: string; // of the view
  specs: ControlSpec[];
  positions: Setting; // where the controls stand
  root: HTMLElement;
  controls: HTMLElement;
  rows: ReturnType<typeof controlRow>[];
  said: ReturnType<typeof reports>;
  report: ReturnType<typeof reporting>;
  view: View;
  question: ReturnType<typeof questionOf>;
  wire: ReturnType<typeof wired>;
  wishes: ReturnType<typeof wishing>;
  stage: ReturnType<typeof staged>;
  moves: ReturnType<typeof moving>;
  mail: ReturnType<typeof receiving>;
}
type ExerciseModel = Model<ExerciseState, ToExercise, FromExercise>;
type ProgressModel = Model<ProgressState, ToProgress, FromProgress>;

/** Properties of an element, as it is made; a number is written as text. */
type Properties<E> = {
  [K in keyof E]?: K extends "htmlFor"
    ? string
    : E[K] extends string
      ? string | number
      : E[K];
};
/** What the scripts look for in a page are elements of HTML. */
interface ParentNode {
  querySelector(selectors: string): HTMLElement | null;
  querySelectorAll(selectors: string): NodeListOf<HTMLElement>;
}

/** What the course declares for the scripts: what begins its keys, and its letters. */
declare const COURSE: { name: string; letters: string };
/** The sentences of diagnosis.py, with places for their parts. */
declare const SENTENCES: Record<string, string>;
/** Sizes in words, from the largest factor down. */
declare const SIZES: [bound: number, words: string][];

// The script live.js, as the site wraps it.
declare const askfirstLive: (view: { model: LabModel; el: HTMLElement }) => void;

interface Window {
  /** JupyterLab, if it is set to show itself to pages. */
  jupyterapp?: { commands: { execute(command: string): Promise<unknown> } };
}

// reveal.js and its notes, as far as slides.js uses them.
declare const Reveal: {
  initialize(options: object): Promise<unknown>;
  getCurrentSlide(): HTMLElement | null;
  next(): void;
  prev(): void;
  isPrintView(): boolean;
  on(event: string, listener: () => void): void;
  addKeyBinding(
    key: { keyCode: number; key: string; description: string },
    done: () => void,
  ): void;
};
declare const RevealNotes: object;

/** A line of a journal; see journal.py. */
interface JournalEvent {
  when: number;
  kind: string;
  name?: string;
  seed?: string | null;
  guess?: Guess;
  state?: State | null;
  mistake?: number | null;
  answer?: Answer;
  values?: Record<string, unknown>;
}
/** What a journal amounts to. */
interface WorkState {
  seed: string | null;
  guesses: Record<string, Entry>;
  /** By exercise and seed, "" for the numbers of the lecture. */
  checks: Record<string, Record<string, Check>>;
  last: number; // the time of the last event
}
