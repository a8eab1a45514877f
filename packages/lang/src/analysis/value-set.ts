import { asDecimal, compareNumeric, toNumeric, type Numeric } from '@tamis/stdx';

/** A number, an amount, milliseconds, metres, or a day as `YYYY-MM-DD`. Values of one domain are of the same kind. */
export type Scalar = Numeric | string;

export interface Bound {
  readonly at: Scalar;
  readonly closed: boolean;
}

/** `null` means no bound on that side. */
export interface Range {
  readonly low: Bound | null;
  readonly high: Bound | null;
}

/** Possible values of a variable: one of several texts (`null` for any text), or a position on a scale. `whole`: only integers. */
export type Domain =
  | { readonly kind: 'points'; readonly universe: readonly string[] | null }
  | { readonly kind: 'ranges'; readonly whole: boolean; readonly within: Range };

/** A set of values in a domain. `except`: all except the points. Ranges are disjoint, non-empty and in ascending order. */
export type ValueSet =
  | { readonly kind: 'points'; readonly except: boolean; readonly points: ReadonlySet<string> }
  | { readonly kind: 'ranges'; readonly ranges: readonly Range[] };

export const fullRange: Range = { low: null, high: null };

const compareScalar = (a: Scalar, b: Scalar): number =>
  typeof a === 'string' || typeof b === 'string' ? (a < b ? -1 : a > b ? 1 : 0) : compareNumeric(a, b);

/** Returns the higher of two lower bounds. */
function higherLow(a: Bound | null, b: Bound | null): Bound | null {
  if (!a || !b) return a ?? b;
  const order = compareScalar(a.at, b.at);
  return order > 0 || (order === 0 && !a.closed) ? a : b;
}

function lowerHigh(a: Bound | null, b: Bound | null): Bound | null {
  if (!a || !b) return a ?? b;
  const order = compareScalar(a.at, b.at);
  return order < 0 || (order === 0 && !a.closed) ? a : b;
}

function isEmptyRange({ low, high }: Range): boolean {
  if (!low || !high) return false;
  const order = compareScalar(low.at, high.at);
  return order > 0 || (order === 0 && !(low.closed && high.closed));
}

/** There are no values between consecutive integers: `> 4` and `< 5` have no value in common. */
function wholeRange({ low, high }: Range): Range {
  const at = (bound: Bound, up: boolean): Bound => {
    const value = asDecimal(bound.at as Numeric);
    const rounded = up ? value.ceil() : value.floor();
    const moved = rounded.eq(value) && !bound.closed ? (up ? rounded.plus(1) : rounded.minus(1)) : rounded;
    return { at: toNumeric(moved), closed: true };
  };
  return { low: low && at(low, true), high: high && at(high, false) };
}

function intersectRanges(a: Range, b: Range, isWhole = false): Range | null {
  const both: Range = { low: higherLow(a.low, b.low), high: lowerHigh(a.high, b.high) };
  const range = isWhole ? wholeRange(both) : both;
  return isEmptyRange(range) ? null : range;
}

/** Returns the ranges as values of the domain. They must be disjoint and in ascending order. */
function within(ranges: readonly Range[], domain: Domain & { kind: 'ranges' }): ValueSet {
  return {
    kind: 'ranges',
    ranges: ranges.flatMap((range) => intersectRanges(range, domain.within, domain.whole) ?? []),
  };
}

export const allOf = (domain: Domain): ValueSet =>
  domain.kind === 'ranges'
    ? within([fullRange], domain)
    : { kind: 'points', except: domain.universe === null, points: new Set(domain.universe) };

export const rangeOf = (range: Range, domain: Domain): ValueSet =>
  domain.kind === 'ranges' ? within([range], domain) : allOf(domain);

/** Returns these values, limited to those in the domain. */
export function valuesOf(values: readonly Scalar[], domain: Domain): ValueSet {
  if (domain.kind === 'points') {
    const points = values.map(String);
    const { universe } = domain;
    return {
      kind: 'points',
      except: false,
      points: new Set(universe ? universe.filter((each) => points.includes(each)) : points),
    };
  }
  const sorted = [...values].sort(compareScalar);
  const distinct = sorted.filter(
    (value, index) => index === 0 || compareScalar(sorted[index - 1] as Scalar, value) !== 0,
  );
  return within(
    distinct.map((at): Range => ({ low: { at, closed: true }, high: { at, closed: true } })),
    domain,
  );
}

export const isEmptySet = (set: ValueSet): boolean =>
  set.kind === 'points' ? !set.except && set.points.size === 0 : set.ranges.length === 0;

function intersectPoints(a: ValueSet & { kind: 'points' }, b: ValueSet & { kind: 'points' }): ValueSet {
  if (a.except && b.except) return { kind: 'points', except: true, points: new Set([...a.points, ...b.points]) };
  const [from, other] = a.except ? [b, a] : [a, b];
  const points = [...from.points].filter((point) => other.points.has(point) !== other.except);
  return { kind: 'points', except: false, points: new Set(points) };
}

/** Returns the intersection of two sets of the same domain. */
export function intersection(a: ValueSet, b: ValueSet): ValueSet {
  if (a.kind === 'points' && b.kind === 'points') return intersectPoints(a, b);
  if (a.kind !== 'ranges' || b.kind !== 'ranges') throw new Error('the sets are of different domains');
  const ranges: Range[] = [];
  let [left, right] = [0, 0];
  for (let [x, y] = [a.ranges[0], b.ranges[0]]; x && y; x = a.ranges[left], y = b.ranges[right]) {
    const common = intersectRanges(x, y);
    if (common) ranges.push(common);
    // The range that ends first cannot overlap any further one.
    if (lowerHigh(x.high, y.high) === x.high && x.high) left += 1;
    else right += 1;
  }
  return { kind: 'ranges', ranges };
}

/** Returns whether two sets of the same domain have a value in common. */
export function overlap(a: ValueSet, b: ValueSet): boolean {
  if (a.kind === 'ranges' && b.kind === 'ranges')
    return a.ranges.some((x) => b.ranges.some((y) => intersectRanges(x, y) !== null));
  if (a.kind !== 'points' || b.kind !== 'points') return false;
  if (a.except && b.except) return true;
  const [from, other] = a.except ? [b, a] : [a, b];
  for (const point of from.points) if (other.points.has(point) !== other.except) return true;
  return false;
}

const flipBound = (bound: Bound): Bound => ({ at: bound.at, closed: !bound.closed });

export function complement(set: ValueSet, domain: Domain): ValueSet {
  if (set.kind === 'points') {
    if (domain.kind === 'points' && domain.universe)
      return valuesOf(
        domain.universe.filter((each) => set.points.has(each) === set.except),
        domain,
      );
    return { kind: 'points', except: !set.except, points: set.points };
  }
  if (domain.kind !== 'ranges') throw new Error('the set is of another domain');
  const gaps: Range[] = [];
  let low: Bound | null | undefined = null;
  for (const range of set.ranges) {
    if (range.low) gaps.push({ low: low ?? null, high: flipBound(range.low) });
    low = range.high ? flipBound(range.high) : undefined;
  }
  if (low !== undefined) gaps.push({ low: low ?? null, high: null });
  return within(
    gaps.filter((gap) => !isEmptyRange(gap)),
    domain,
  );
}

const dayMs = 86_400_000;

/** Returns the day that is this many days later, or `null` beyond the calendar. */
function shiftDay(day: string, days: number): string | null {
  const text = new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString();
  return text.length === 24 ? text.slice(0, 10) : null;
}

const shift = (at: Scalar, by: number): Scalar | null =>
  typeof at === 'string' ? shiftDay(at, by) : toNumeric(asDecimal(at).plus(by));

function middle(low: Scalar, high: Scalar): Scalar | null {
  if (typeof low === 'string' || typeof high === 'string') return shift(low, 1);
  return toNumeric(asDecimal(low).plus(asDecimal(high)).div(2));
}

const isWithin = (value: Scalar, { low, high }: Range): boolean =>
  intersectRanges({ low: { at: value, closed: true }, high: { at: value, closed: true } }, { low, high }) !== null;

/** Returns whether the set contains a value of the domain. */
export const contains = (set: ValueSet, value: Scalar): boolean =>
  set.kind === 'points'
    ? set.points.has(String(value)) !== set.except
    : set.ranges.some((range) => isWithin(value, range));

function pickFromRange({ low, high }: Range): Scalar | null {
  const candidates = [
    low?.closed ? low.at : null,
    high?.closed ? high.at : null,
    low && shift(low.at, 1),
    high && shift(high.at, -1),
    low && high && middle(low.at, high.at),
    !low && !high ? 0 : null,
  ];
  return candidates.find((each) => each !== null && isWithin(each, { low, high })) ?? null;
}

const texts = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

/** Returns some value of the set; `null` if none is easily found. `samples` are candidates for an open set of texts. */
export function pickValue(set: ValueSet, samples: readonly string[] = texts): Scalar | null {
  if (set.kind === 'ranges') {
    for (const range of set.ranges) {
      const found = pickFromRange(range);
      if (found !== null) return found;
    }
    return null;
  }
  if (!set.except) return [...set.points][0] ?? null;
  return samples.find((each) => !set.points.has(each)) ?? null;
}
