import { valueToJson } from '@tamis/engine';
import type { Type, Value } from '@tamis/lang';

import { comparableValues, frequencies, isCategorical, scaleOf } from './field-statistics.js';

/** The value, or the range of values (start inclusive, end exclusive), whose share changed most. */
export interface TopChange {
  readonly value?: unknown;
  readonly from?: unknown;
  readonly below?: unknown;
  /** Shares of the values, then and now. */
  readonly reference: number;
  readonly now: number;
}

export interface Stability {
  /** Population stability index. */
  readonly psi: number;
  readonly topChange: TopChange;
}

const numberBins = 10;
const maxNamedBins = 20;
/** With fewer values, differences may be random. */
const minValues = 200;

/** Returns the share of each bin. Half a value is added to each, so that none is 0. */
const smoothedShares = (counts: readonly number[]): readonly number[] => {
  const total = counts.reduce((sum, count) => sum + count, 0) + counts.length / 2;
  return counts.map((count) => (count + 0.5) / total);
};

/** `sum((now − reference) × ln(now / reference))` over bins. */
export function stabilityIndex(reference: readonly number[], now: readonly number[]): number {
  const [before, after] = [smoothedShares(reference), smoothedShares(now)];
  return before.reduce((sum, share, bin) => sum + (after[bin]! - share) * Math.log(after[bin]! / share), 0);
}

interface BinnedCounts {
  readonly reference: readonly number[];
  readonly now: readonly number[];
  readonly labelOf: (bin: number) => Pick<TopChange, 'value' | 'from' | 'below'>;
}

/** Returns how much the values of a field have changed; `null` if there are too few, or the type has no distribution. */
export function stabilityOf(reference: readonly Value[], now: readonly Value[], type: Type): Stability | null {
  const scale = scaleOf(type);
  if (!scale && !isCategorical(type)) return null;
  const [before, after] = [comparableValues(reference, type), comparableValues(now, type)];
  if (before.length < minValues || after.length < minValues) return null;
  const binned = scale ? binByQuantile(before, after, { type, scale }) : binByValue(before, after, type);
  const [was, is] = [binned.reference, binned.now].map((counts) => {
    const total = counts.reduce((sum, count) => sum + count, 0);
    return counts.map((count) => count / total);
  });
  const changes = was!.map((share, bin) => Math.abs(is![bin]! - share));
  const most = changes.indexOf(Math.max(...changes));
  return {
    psi: stabilityIndex(binned.reference, binned.now),
    topChange: { ...binned.labelOf(most), reference: was![most]!, now: is![most]! },
  };
}

/** Divides values into bins that contained equally many of them; equal values are never separated, so there may be fewer bins. */
function binByQuantile(
  reference: readonly Value[],
  now: readonly Value[],
  { type, scale }: { readonly type: Type; readonly scale: (value: Value) => number },
): BinnedCounts {
  const sorted = [...reference].sort((a, b) => scale(a) - scale(b));
  const edges: Value[] = [];
  for (let bin = 1; bin < numberBins; bin += 1) {
    const edge = sorted[Math.floor((bin * sorted.length) / numberBins)]!;
    if (edges.length === 0 || scale(edges.at(-1)!) < scale(edge)) edges.push(edge);
  }
  const binOf = (value: Value): number => edges.filter((edge) => scale(edge) <= scale(value)).length;
  const shown = (edge: Value | undefined): unknown => (edge === undefined ? null : valueToJson(edge, type));
  return {
    reference: countBins(reference.map(binOf), edges.length + 1),
    now: countBins(now.map(binOf), edges.length + 1),
    labelOf: (bin) => ({ from: shown(edges[bin - 1]), below: shown(edges[bin]) }),
  };
}

/** Assigns each of the most frequent values to its own bin, and all others to one bin. */
function binByValue(reference: readonly Value[], now: readonly Value[], type: Type): BinnedCounts {
  const named = frequencies(reference as readonly (string | boolean)[])
    .slice(0, maxNamedBins)
    .map(([value]) => value);
  const places = new Map(named.map((value, bin) => [value, bin]));
  const binOf = (value: Value): number => places.get(value as string | boolean) ?? named.length;
  return {
    reference: countBins(reference.map(binOf), named.length + 1),
    now: countBins(now.map(binOf), named.length + 1),
    labelOf: (bin) => ({ value: bin < named.length ? valueToJson(named[bin]!, type) : null }),
  };
}

function countBins(bins: readonly number[], count: number): readonly number[] {
  const counts = new Array<number>(count).fill(0);
  for (const bin of bins) counts[bin]! += 1;
  return counts;
}
