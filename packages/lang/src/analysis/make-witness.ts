import { numericText, type Numeric } from '@tamis/stdx';
import type { FieldDeclaration } from '../catalogue/field.js';
import type { Witness } from './finding.js';
import type { Assignment, State } from './satisfy.js';
import { isEmptySet, pickValue, type Scalar } from './value-set.js';

/** Values of a kind that may be taken where any may. */
const samples: Readonly<Record<string, readonly string[]>> = {
  country: ['BR', 'US', 'DE', 'FR', 'AR', 'MX', 'CL', 'JP'],
  currency: ['USD', 'EUR', 'BRL', 'ARS', 'MXN', 'CLP', 'JPY', 'GBP'],
  ip: ['192.0.2.1', '192.0.2.2', '192.0.2.3', '198.51.100.1', '198.51.100.2'],
};

/** Types whose values a field can simply be given. */
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

/** As JSON; undefined: not easily said. */
function jsonOf(value: Scalar, type: string): unknown {
  if (type === 'bool') return value === 'true';
  if (type !== 'datetime') return typeof value === 'object' ? undefined : value;
  const date = new Date(Number(value));
  return Number.isNaN(date.getTime()) || !Number.isInteger(Number(value)) ? undefined : date.toISOString();
}

/** The state of one thing as a value of its field; undefined: it cannot be written as one. */
function fieldValue({ thing, states }: State): unknown {
  const { reading } = thing;
  if (isEmptySet(states.known)) return states.absent ? null : undefined;
  if (reading.kind === 'amount') {
    const amount = pickValue(states.known);
    return amount === null
      ? undefined
      : { amount: numericText(amount as Numeric), currency: reading.currency ?? 'USD' };
  }
  if (reading.kind !== 'scalar' || !writable.has(reading.type)) return undefined;
  const value = pickValue(states.known, samples[reading.type]);
  return value === null ? undefined : jsonOf(value, reading.type);
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

/** A context an assignment stands for. */
export interface FoundContext {
  readonly witness: Witness;
  /** The subject as stored; null when facts are needed that no field holds. */
  readonly context: Readonly<Record<string, unknown>> | null;
}

function put(root: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let object = root;
  for (const step of path.slice(0, -1)) object = (object[step] ??= {}) as Record<string, unknown>;
  object[path[path.length - 1] ?? ''] = value;
}

/** Amounts that are stored as two fields, side by side. */
function write(root: Record<string, unknown>, field: FieldDeclaration, value: unknown): boolean {
  if (!field.derived) {
    put(root, field.jsonPath, value);
    return true;
  }
  if (value === null) return true;
  const [amount, currency] = field.derived.reads;
  if (field.type.kind !== 'money' || !amount || !currency) return false;
  const money = value as { amount: string; currency: string };
  put(root, [...field.derived.owner, ...amount], money.amount);
  put(root, [...field.derived.owner, ...currency], money.currency);
  return true;
}

/** Values for what an assignment leaves open. Things a context decides by itself are facts. */
export function contextOf(assignment: Assignment): FoundContext {
  const fields: Record<string, unknown> = {};
  const facts: Record<string, unknown> = {};
  const root: Record<string, unknown> = {};
  let isComplete = true;
  for (const state of assignment.values()) {
    const { field, reading } = state.thing;
    const value = field ? fieldValue(state) : undefined;
    if (!field || value === undefined) {
      const fact = factValue(state);
      facts[state.thing.text()] = reading.kind === 'order' ? (orderWords[String(fact)] ?? fact) : fact;
      isComplete = false;
      continue;
    }
    const before = fields[field.path];
    if (before !== undefined && JSON.stringify(before) !== JSON.stringify(value)) isComplete = false;
    else {
      fields[field.path] = value;
      if (!write(root, field, value)) isComplete = false;
    }
  }
  return { witness: { fields, facts }, context: isComplete ? root : null };
}
