import { foldText, numericText, type Numeric } from '@tamis/stdx';
import type { FieldDeclaration } from '../catalogue/field.js';
import type { Witness } from './finding.js';
import type { Assignment, State } from './satisfy.js';
import { contains, intersection, isEmptySet, pickValue, type Scalar } from './value-set.js';

/** Sample values of types for which any value will do. */
const samples: Readonly<Record<string, readonly string[]>> = {
  country: ['BR', 'US', 'DE', 'FR', 'AR', 'MX', 'CL', 'JP'],
  currency: ['USD', 'EUR', 'BRL', 'ARS', 'MXN', 'CLP', 'JPY', 'GBP'],
  ip: ['192.0.2.1', '192.0.2.2', '192.0.2.3', '198.51.100.1', '198.51.100.2'],
};

/** Types whose values can be assigned to a field directly. */
const writable: ReadonlySet<string> = new Set([
  'number',
  'duration',
  'distance',
  'date',
  'datetime',
  'text',
  'enum',
  'country',
  'currency',
  'ip',
  'bool',
]);

/** Returns the value as JSON; `undefined` if it has no simple form. */
function jsonOf(value: Scalar, type: string): unknown {
  if (type === 'bool') return value === 'true';
  if (type !== 'datetime') return typeof value === 'object' ? undefined : value;
  const date = new Date(Number(value));
  return Number.isNaN(date.getTime()) || !Number.isInteger(Number(value)) ? undefined : date.toISOString();
}

/**
 * Returns a single value of a field that fits all these states, however the field is read; `undefined` if there is none that can be
 * written.
 */
export function fieldValue(states: readonly State[]): unknown {
  if (states.every((each) => isEmptySet(each.states.known)))
    return states.every((each) => each.states.absent) ? null : undefined;
  const known = states.filter((each) => !isEmptySet(each.states.known));
  if (known.length < states.length) return undefined;
  return known.every(({ thing }) => thing.reading.kind === 'amount') ? amountValue(known) : scalarValue(known);
}

/** Returns an amount in a single currency that fits every reading. */
function amountValue(states: readonly State[]): unknown {
  const currencies = states.flatMap(({ thing: { reading } }) =>
    reading.kind === 'amount' && reading.currency !== null ? [reading.currency] : [],
  );
  const [currency = 'USD', ...others] = new Set(currencies);
  const [first, ...rest] = states.map((each) => each.states.known);
  const amount = first && others.length === 0 ? pickValue(rest.reduce(intersection, first)) : null;
  return amount === null ? undefined : { amount: numericText(amount as Numeric), currency };
}

function scalarValue(states: readonly State[]): unknown {
  const types = new Set(states.map(({ thing: { reading } }) => (reading.kind === 'scalar' ? reading.type : '')));
  const [type = '', ...others] = types;
  if (others.length > 0 || !writable.has(type)) return undefined;
  const candidates = states.map((each) => pickValue(each.states.known, samples[type]));
  const value = candidates.find((each) => each !== null && states.every((state) => allows(state, each)));
  return value === undefined || value === null ? undefined : jsonOf(value, type);
}

function allows({ thing: { reading }, states }: State, value: Scalar): boolean {
  const isFolded = reading.kind === 'scalar' && reading.isFolded === true;
  return contains(states.known, isFolded ? foldText(String(value)) : value);
}

function factValue({ thing, states }: State): unknown {
  if (isEmptySet(states.known)) return states.absent ? 'missing' : 'not known';
  const value = pickValue(states.known, thing.reading.kind === 'scalar' ? samples[thing.reading.type] : undefined);
  if (value === null) return 'any';
  if (thing.reading.kind === 'amount') return `${numericText(value as Numeric)} ${thing.reading.currency ?? ''}`.trim();
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'object' ? numericText(value) : value;
}

const orderWords: Readonly<Record<string, string>> = { '-1': 'less', '0': 'equal', '1': 'greater' };

/** A context derived from an assignment. */
export interface WitnessContext {
  readonly witness: Witness;
  /** The subject as stored; `null` if it requires facts that no field contains. */
  readonly context: Readonly<Record<string, unknown>> | null;
}

function setPath(root: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let object = root;
  for (const step of path.slice(0, -1)) object = (object[step] ??= {}) as Record<string, unknown>;
  object[path[path.length - 1] ?? ''] = value;
}

/** Writes a field. An amount is stored in two adjacent fields. */
export function writeField(root: Record<string, unknown>, field: FieldDeclaration, value: unknown): boolean {
  if (!field.derived) {
    setPath(root, field.jsonPath, value);
    return true;
  }
  if (value === null) return true;
  const [amount, currency] = field.derived.reads;
  if (field.type.kind !== 'money' || !amount || !currency) return false;
  const money = value as { amount: string; currency: string };
  setPath(root, [...field.derived.owner, ...amount], money.amount);
  setPath(root, [...field.derived.owner, ...currency], money.currency);
  return true;
}

/** Groups the states by field; those without a field are under `null`. */
function byField(assignment: Assignment): ReadonlyMap<string | null, readonly State[]> {
  const found = new Map<string | null, State[]>();
  for (const state of assignment.values()) {
    const path = state.thing.field?.path ?? null;
    const known = found.get(path);
    if (known) known.push(state);
    else found.set(path, [state]);
  }
  return found;
}

/**
 * Chooses values for what an assignment leaves open. Variables not determined by fields are facts. Returns `null` if they are incompatible.
 */
export function contextOf(assignment: Assignment): WitnessContext | null {
  const fields: Record<string, unknown> = {};
  const facts: Record<string, unknown> = {};
  const root: Record<string, unknown> = {};
  let isComplete = true;
  for (const [path, states] of byField(assignment)) {
    const value = path === null ? undefined : fieldValue(states);
    const [first] = states;
    if (path === null || value === undefined) {
      isComplete = false;
      if (path !== null && states.length > 1) return null;
      for (const state of states) facts[state.thing.text()] = factText(state);
      continue;
    }
    fields[path] = value;
    if (!first?.thing.field || !writeField(root, first.thing.field, value)) isComplete = false;
  }
  return { witness: { fields, facts }, context: isComplete ? root : null };
}

function factText(state: State): unknown {
  const fact = factValue(state);
  return state.thing.reading.kind === 'order' ? (orderWords[String(fact)] ?? fact) : fact;
}
