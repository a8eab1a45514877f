import { numericText, type Numeric } from '@tamis/stdx';
import type { StateSet } from './state-set.js';
import type { Variable } from './variable.js';
import { isEmptySet, type Range, type Scalar, type ValueSet } from './value-set.js';

const maxListed = 5;

function scalarText(value: Scalar, { reading }: Variable): string {
  if (typeof value === 'string') return reading.kind === 'scalar' && reading.type === 'date' ? value : `"${value}"`;
  if (reading.kind === 'scalar' && reading.type === 'datetime') return timeText(value);
  const text = numericText(value);
  if (reading.kind === 'amount' && reading.currency !== null) return `${text} ${reading.currency}`;
  return reading.kind === 'scalar' && reading.type === 'duration' ? `${text} ms` : text;
}

/** A time outside the range of dates is shown as its number. */
function timeText(value: Numeric): string {
  const date = new Date(Number(value));
  return Number.isNaN(date.getTime()) ? numericText(value) : date.toISOString();
}

function rangeText({ low, high }: Range, thing: Variable): string {
  if (low && high && low.closed && high.closed && low.at === high.at) return `= ${scalarText(low.at, thing)}`;
  const parts = [
    low && `${low.closed ? '>=' : '>'} ${scalarText(low.at, thing)}`,
    high && `${high.closed ? '<=' : '<'} ${scalarText(high.at, thing)}`,
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'anything' : parts.join(' and ');
}

function listText(values: readonly string[]): string {
  const shown = values.slice(0, maxListed).join(', ');
  return values.length > maxListed ? `${shown} and ${values.length - maxListed} more` : shown;
}

function setText(set: ValueSet, thing: Variable): string {
  if (set.kind === 'ranges') return set.ranges.map((range) => rangeText(range, thing)).join(', or ');
  const points = [...set.points].map((point) =>
    thing.domain.kind === 'points' && point !== 'true' && point !== 'false' ? `"${point}"` : point,
  );
  if (set.except) return points.length === 0 ? 'present' : `anything but ${listText(points)}`;
  return `${points.length === 1 ? '=' : 'one of'} ${listText(points)}`;
}

/** Returns the condition on a variable in words: `transaction.amount > 100 USD`. */
export function describeStates(thing: Variable, states: StateSet): string {
  if (thing.reading.kind === 'order' || thing.reading.kind === 'truth') return thing.text();
  const parts = [
    ...(isEmptySet(states.known) ? [] : [setText(states.known, thing)]),
    ...(states.absent ? ['missing'] : []),
  ];
  return parts.length === 0 ? `${thing.text()} not known` : `${thing.text()} ${parts.join(', or ')}`;
}
