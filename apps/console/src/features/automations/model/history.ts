/** The earlier states, and the states that were undone. */
export interface History<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
  /** Subject of the last change. Typing in one field counts as one change. */
  readonly tag: string | null;
  readonly at: number;
}

const mostKept = 100;
const togetherMs = 1_500;

export const beginHistory = <State>(present: State): History<State> => ({
  ...{ past: [], present, future: [], tag: null, at: 0 },
});

export function pushState<State>(
  history: History<State>,
  present: State,
  tag: string | null,
  at: number,
): History<State> {
  const joins = tag !== null && tag === history.tag && at - history.at < togetherMs;
  const past = joins ? history.past : [...history.past, history.present].slice(-mostKept);
  return { past, present, future: [], tag, at };
}

export function undoState<State>({ past, present, future, ...rest }: History<State>): History<State> {
  const before = past.at(-1);
  if (before === undefined) return { ...rest, past, present, future };
  return { past: past.slice(0, -1), present: before, future: [present, ...future], tag: null, at: 0 };
}

export function redoState<State>({ past, present, future, ...rest }: History<State>): History<State> {
  const [next, ...later] = future;
  if (next === undefined) return { ...rest, past, present, future };
  return { past: [...past, present], present: next, future: later, tag: null, at: 0 };
}
