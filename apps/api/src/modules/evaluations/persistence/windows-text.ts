import type { WindowRequest } from '@tamis/engine';

import type { ReadWindow } from './statement.js';

/** The text of a statement about windows, and for each of them what stands at its places. */
export interface WindowsText {
  readonly text: string;
  readonly reads: readonly (readonly ReadWindow[])[];
}

/** All that a text depends on: texts, numbers and what belongs to the rule set, each compared by `===`. */
type Shape = readonly unknown[];

/** Of one rule set: its kinds of runs ask for different windows of it, and some windows become large. */
const mostTexts = 32;

/** By the columns of the first window, which are those of every run of the rule set, and are forgotten with it. */
const kept = new WeakMap<WindowRequest['columns'], { readonly shape: Shape; readonly made: WindowsText }[]>();
const ofNoWindow: WindowRequest['columns'] = [];

/** What is written about windows, written once for all of one shape. */
export function writtenOnce(windows: readonly WindowRequest[], shape: Shape, write: () => WindowsText): WindowsText {
  const columns = windows[0]?.columns ?? ofNoWindow;
  const texts = kept.get(columns) ?? [];
  const known = texts.find((each) => isSame(each.shape, shape));
  if (known) return known.made;
  const made = write();
  kept.set(columns, [...(texts.length < mostTexts ? texts : []), { shape, made }]);
  return made;
}

const isSame = (a: Shape, b: Shape): boolean => a.length === b.length && a.every((each, index) => each === b[index]);
