import {
  isUnknown,
  type Declaration,
  type Outcome,
  type Signature,
  type Type,
  type TypePattern,
  type Value,
} from '@tamis/lang';
import { evaluationEnvironment, libraryCatalogue, type EvaluationData } from '@tamis/library';

const noonMs = Date.parse('2026-03-01T12:00:00Z');

function typeOf(value: Value): Type {
  if (typeof value === 'string') return { kind: 'text', collation: null };
  if (typeof value === 'boolean') return { kind: 'bool' };
  if (Array.isArray(value)) return { kind: 'list', element: typeOf((value as readonly Value[])[0] ?? '') };
  return typeof value === 'object' && 'currency' in value ? { kind: 'money' } : { kind: 'number' };
}

const takes = (pattern: TypePattern, type: Type): boolean =>
  pattern === 'T' ||
  (pattern === 'list<T>'
    ? type.kind === 'list'
    : Array.isArray(pattern)
      ? pattern.includes(type.kind)
      : pattern === type.kind);

function signatureFor({ name, signatures }: Declaration, types: readonly Type[]): Signature {
  const found = signatures.find(
    ({ operands }) =>
      operands.length === types.length && operands.every((pattern, at) => takes(pattern, types[at] as Type)),
  );
  if (!found) throw new Error(`${name} does not take ${types.map(({ kind }) => kind).join(', ')}`);
  return found;
}

interface CallContext {
  /** The types of operands that a plain value does not show: times, entities, countries, folded texts. */
  readonly types?: readonly (Type | undefined)[];
  readonly data?: Partial<EvaluationData>;
}

/** Returns the result of an operator or function of the library for values, from its plain evaluation. */
export function call(name: string, operands: readonly Value[], { types = [], data = {} }: CallContext = {}): Outcome {
  const declaration = libraryCatalogue.function(name) ?? libraryCatalogue.operator(name);
  if (!declaration) throw new Error(`there is no ${name}`);
  const settled = operands.map((value, index) => types[index] ?? typeOf(value));
  const environment = evaluationEnvironment({ now: noonMs, timezone: 'UTC', baseCurrency: 'USD', ...data });
  return signatureFor(declaration, settled).evaluate(operands, settled, environment);
}

/** Returns the first cause of an unknown; `null` for a value. */
export const causeOf = (outcome: Outcome): string | null =>
  isUnknown(outcome) ? (outcome.causes[0]?.cause ?? null) : null;
