import { valueToJson } from '@tamis/engine';
import type { Type, Value } from '@tamis/lang';

import { comparableValues, frequencies, isCategorical, scaleOf } from './field-statistics.js';

/** A value, or the values from one on and below another, whose share changed most. */
export interface TopChange {
  readonly value?: unknown;
  readonly from?: unknown;
  readonly below?: unknown;
  /** Shares of the values, then and now. */
  readonly reference: number;
  readonly now: number;
}

export interface Stability {
  /** The population stability index. */
  readonly psi: number;
  readonly topChange: TopChange;
}

const numberBins = 10;
const maxNamedBins = 20;
/** Fewer values make differences by chance alone. */
const minValues = 200;

/** Shares of each bin; none is 0, as if half a value more were in each. */
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

/** How far the values of a field are from what they were: null where there are too few, or the type has no distribution. */
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

/** In bins that held equally many values; equal values are never parted, so there may be fewer. */
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

/** The most frequent values, each a bin, and all others. */
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
