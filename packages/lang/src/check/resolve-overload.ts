import type { Signature, TypePattern } from '../catalogue/signature.js';
import type { Collation, Type, TypeKind } from '../types/type.js';

/** A signature with the types as which its operands are read. */
export interface SignatureMatch {
  readonly signature: Signature;
  readonly operandTypes: readonly Type[];
}

/** Cost of adapting an operand: none, reading an untyped value, or converting. The cheapest signature is chosen. */
const untyped = 1;
const converted = 2;

const textForms: ReadonlySet<TypeKind> = new Set(['ip', 'date', 'datetime', 'enum', 'country', 'currency']);

/** The implicit conversions of language manual 3.2, except number against money, which has its own signatures. */
const converts = (from: Type, to: TypeKind): boolean =>
  (from.kind === 'text' && textForms.has(to)) || (from.kind === 'entity' && to === 'text');

const penalty = (from: Type, to: TypeKind): number | null =>
  from.kind === to ? 0 : from.kind === 'any' ? untyped : converts(from, to) ? converted : null;

const bareTypes: Partial<Record<TypeKind, Type>> = {
  text: { kind: 'text', collation: null },
  list: { kind: 'list', element: { kind: 'any' } },
};

/** Returns the type of an operand read as another kind. Enumeration values are taken from an operand that has them. */
function typeOfKind(kind: TypeKind, from: Type, all: readonly Type[]): Type {
  if (from.kind === kind) return from;
  const model = kind === 'enum' ? all.find((type) => type.kind === 'enum') : undefined;
  return model ?? bareTypes[kind] ?? ({ kind } as Type);
}

function patternAt(signature: Signature, index: number): TypePattern {
  return signature.operands[Math.min(index, signature.operands.length - 1)] ?? 'T';
}

export function acceptsCount(signature: Signature, count: number): boolean {
  const fixed = signature.operands.length;
  return signature.atMost === undefined ? count === fixed : count >= fixed && count <= fixed - 1 + signature.atMost;
}

const allowsVariable = (signature: Signature, type: Type): boolean =>
  type.kind === 'any' || signature.variable === undefined || signature.variable.includes(type.kind);

const elementOf = (type: Type): Type => (type.kind === 'list' ? type.element : { kind: 'any' });

/** Returns how strongly a type determines how the other operands are read. */
const specificity = ({ kind }: Type): number => (kind === 'any' ? 0 : kind === 'entity' ? 1 : kind === 'text' ? 2 : 3);

/** Returns the common type of all operands at `T`: the most specific one, or the first of several; `null` if they are incompatible. */
function bindTypeVariable(types: readonly Type[]): { type: Type; cost: number } | null {
  let type: Type = { kind: 'any' };
  for (const each of types) if (specificity(each) > specificity(type)) type = each;
  let cost = 0;
  for (const each of types) {
    const one = penalty(each, type.kind);
    if (one === null) return null;
    cost += one;
  }
  return { type, cost };
}

/**
 * Returns the kind of an operand among several possible ones: its own, otherwise that of another operand. For a single untyped operand,
 * returns the first.
 */
function unifyTypes(
  kinds: readonly TypeKind[],
  from: Type,
  all: readonly Type[],
): { kind: TypeKind; cost: number } | null {
  if (kinds.includes(from.kind)) return { kind: from.kind, cost: 0 };
  // A text is read as a date only if it is combined with a date, since two texts have no order.
  const alone = from.kind === 'any' || kinds.length === 1 ? kinds : [];
  const beside = all.map((type) => type.kind).filter((kind) => kinds.includes(kind));
  // Untyped data may contain a day or a timestamp. A day can be read as the timestamp of its beginning. Conversely, the time of day would
  // be lost.
  if (from.kind === 'any' && kinds.includes('datetime') && (!beside.includes('date') || beside.includes('datetime')))
    return { kind: 'datetime', cost: untyped };
  for (const kind of [...beside, ...alone]) {
    const cost = penalty(from, kind);
    if (cost !== null) return { kind, cost };
  }
  return null;
}

const textIn = (type: Type): Extract<Type, { kind: 'text' }> | null =>
  type.kind === 'text' ? type : type.kind === 'list' && type.element.kind === 'text' ? type.element : null;

/** Returns the collation of texts that are compared: a forced one, otherwise `ci` if any is declared with it. */
function commonCollation(types: readonly Type[]): Collation {
  let isForced = false;
  let common: Collation = null;
  for (const type of types) {
    const text = textIn(type);
    if (!text || (isForced && !text.forced)) continue;
    if (text.forced && !isForced) common = null;
    isForced ||= text.forced === true;
    if (text.collation === 'ci' || common === null) common = text.collation;
  }
  return common;
}

/** Gives texts that are compared a common collation. */
function shareCollation(types: Type[]): Type[] {
  const collation = commonCollation(types);
  for (const [index, type] of types.entries())
    if (type.kind === 'text') types[index] = { kind: 'text', collation };
    else if (textIn(type)) types[index] = { kind: 'list', element: { kind: 'text', collation } };
  return types;
}

function matchSignature(signature: Signature, types: readonly Type[]): { fit: SignatureMatch; cost: number } | null {
  const variables: Type[] = [];
  for (const [index, type] of types.entries()) {
    const pattern = patternAt(signature, index);
    if (pattern === 'T') variables.push(type);
    else if (pattern === 'list<T>') variables.push(elementOf(type));
  }
  const variable = bindTypeVariable(variables);
  if (!variable || !allowsVariable(signature, variable.type)) return null;
  let cost = variable.cost;
  const settled: Type[] = [];
  for (const [index, type] of types.entries()) {
    const pattern = patternAt(signature, index);
    if (pattern === 'T') {
      settled.push(typeOfKind(variable.type.kind, type.kind === variable.type.kind ? type : variable.type, types));
    } else if (pattern === 'list<T>') {
      if (type.kind !== 'list' && type.kind !== 'any') return null;
      if (type.kind === 'any') cost += untyped;
      settled.push({
        kind: 'list',
        element: elementOf(type).kind === variable.type.kind ? elementOf(type) : variable.type,
      });
    } else {
      const among = unifyTypes(typeof pattern === 'string' ? [pattern] : pattern, type, types);
      if (!among) return null;
      cost += among.cost;
      settled.push(typeOfKind(among.kind, type, types));
    }
  }
  return { fit: { signature, operandTypes: shareCollation(settled) }, cost };
}

/** Returns the types of the operands that must match each other. */
export const typesAtVariable = ({ signature, operandTypes }: SignatureMatch): readonly Type[] =>
  operandTypes.filter((_, index) => patternAt(signature, index) === 'T');

/** Returns the signature that accepts these operands with the fewest conversions, the first of several; `null` if there is none. */
export function resolveOverload(signatures: readonly Signature[], types: readonly Type[]): SignatureMatch | null {
  let best: { fit: SignatureMatch; cost: number } | null = null;
  for (const signature of signatures) {
    const found = acceptsCount(signature, types.length) ? matchSignature(signature, types) : null;
    if (found?.cost === 0) return found.fit;
    if (found && (best === null || found.cost < best.cost)) best = found;
  }
  return best?.fit ?? null;
}

/** Returns the first operand that no signature accepts at its position; `null` if only the combination is wrong. */
export function misplacedOperand(signatures: readonly Signature[], types: readonly Type[]): number | null {
  const index = types.findIndex(
    (type, at) =>
      !signatures.some((signature) => {
        const pattern = patternAt(signature, at);
        if (pattern === 'T')
          return allowsVariable(signature, type) || signature.variable?.some((kind) => converts(type, kind)) === true;
        if (pattern === 'list<T>') return type.kind === 'list' || type.kind === 'any';
        return unifyTypes(typeof pattern === 'string' ? [pattern] : pattern, type, []) !== null;
      }),
  );
  return index < 0 ? null : index;
}
