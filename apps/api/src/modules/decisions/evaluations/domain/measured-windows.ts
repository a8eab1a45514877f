import type { RecordSource } from '@tamis/engine';
import type { AggregateFrame, CheckedRule, FrameLink, FrameWindow } from '@tamis/lang';
import { canonicalJson, type JsonValue } from '@tamis/stdx';

import { limits } from '../../../../platform/limits.js';

/** Length of a window. Months vary in length, so they are separate. */
export interface WindowLength {
  readonly months: number;
  readonly ms: number;
}

/** Records of one source with the same keys, up to the length of a window. */
export interface MeasuredWindow {
  readonly source: RecordSource;
  readonly links: readonly FrameLink[];
  /** `null` if it is unlimited. */
  readonly length: WindowLength | null;
  /** Maximum number of newest records; `null` for all. */
  readonly last: number | null;
}

const dayMs = 86_400_000;
const days = (count: number): WindowLength => ({ months: 0, ms: count * dayMs });
const months = (count: number): WindowLength => ({ months: count, ms: 0 });

const unitLengths = { day: days(1), week: days(7), month: months(1), quarter: months(3), year: months(12) } as const;

function lengthOf(window: FrameWindow): WindowLength | null {
  switch (window.kind) {
    case 'last':
      // A record whose age is exactly the length of the window is not included.
      return { months: window.spanMonths, ms: window.spanMs - 1 };
    case 'current':
    case 'previous':
      return unitLengths[window.unit];
    // The start may differ for each subject.
    case 'since':
    case 'allTime':
      return null;
  }
}

const approximateMs = ({ length }: MeasuredWindow): number =>
  length === null ? Infinity : length.months * 31 * dayMs + length.ms;

function toMeasuredWindows({ source, timePath, links, window, last }: AggregateFrame): readonly MeasuredWindow[] {
  if (source === 'elements' || timePath === null) return [];
  return [{ source, links, length: lengthOf(window), last }];
}

/** Identifies the records of a window apart from its period. */
const windowKey = ({ source, links, last }: MeasuredWindow): string =>
  canonicalJson({ source, links, last } as unknown as JsonValue);

/**
 * Returns the windows over records with a time, longest first. Of those with the same keys only the longest is kept, and the total number
 * is limited.
 */
export function measuredWindows(rules: readonly CheckedRule[]): readonly MeasuredWindow[] {
  const found = rules.flatMap(({ aggregates, meaning }) =>
    aggregates.flatMap((node) => {
      const resolution = meaning.resolution(node);
      return resolution?.kind === 'aggregate' ? toMeasuredWindows(resolution.window) : [];
    }),
  );
  const longest = new Map<string, MeasuredWindow>();
  for (const window of found.sort((a, b) => (approximateMs(a) < approximateMs(b) ? 1 : -1)))
    if (!longest.has(windowKey(window))) longest.set(windowKey(window), window);
  return [...longest.values()].slice(0, limits.busiestKeyWindows);
}
