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
type LabModel = Model<PlayableState, ToLab, FromLab & FromLabView> & {
  /** Whether a page without Python has this setting. */
  knows?: (setting: Setting) => boolean;
};
/** A lab in parts, each made by a function that says which of the others it uses. */
interface Lab {
  model: LabModel;
  id: string; // of the view
  specs: ControlSpec[];
  positions: Setting; // where the controls stand
  root: HTMLElement;
  viewport: HTMLElement;
  canvas: HTMLCanvasElement;
  controls: HTMLElement;
  rows: ControlRow[];
  said: ReturnType<typeof reports>;
  report: ReturnType<typeof reporting>;
  play: Player;
  question: ReturnType<typeof questionOf>;
  handles: ReturnType<typeof handlesOver>;
  fit: ReturnType<typeof fitted>;
  wire: ReturnType<typeof wired>;
  wishes: ReturnType<typeof wishing>;
  stage: ReturnType<typeof staged>;
  moves: ReturnType<typeof moving>;
  mail: ReturnType<typeof receiving>;
}
type StepsModel = Model<PlayableState, ToSteps, FromSteps & FromView>;
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

/** The sentences of diagnosis.py, with places for their parts. */
declare const SENTENCES: Record<string, string>;
/** Sizes in words, from the largest factor down. */
declare const SIZES: [bound: number, words: string][];

// The scripts live.js and steps.js, as the site wraps them.
declare const kernellabLive: (view: { model: LabModel; el: HTMLElement }) => void;
declare const kernellabSteps: (view: { model: StepsModel; el: HTMLElement }) => void;

interface Window {
  /** JupyterLab, if it is set to show itself to pages. */
  jupyterapp?: {
    commands: { execute(command: string): Promise<unknown> };
    shell: { widgets(area: string): Iterable<Panel>; activateById(id: string): void };
  };
}
/** A document that is open in JupyterLab; a notebook has cells. */
interface Panel {
  id: string;
  content?: {
    widgets?: { node: HTMLElement }[];
    activeCellIndex: number;
    deselectAll(): void;
  };
  sessionContext: {
    session?: { kernel?: object | null } | null;
    restartKernel(): Promise<void>;
  };
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
  positions: Record<string, Record<string, unknown>>;
  last: number; // the time of the last event
}
