import type { CostClass, Declaration, Example, Signature, Type, TypePattern } from '@tamis/lang';
import { rejectingLongTexts } from './texts/long-text.js';

export const boolType: Type = { kind: 'bool' };
export const numberType: Type = { kind: 'number' };
export const moneyType: Type = { kind: 'money' };
/** Computed text, which takes the collation of the other side. */
export const textType: Type = { kind: 'text', collation: null };
export const csText: Type = { kind: 'text', collation: 'cs' };
export const ciText: Type = { kind: 'text', collation: 'ci' };

type Parts = Pick<Declaration, 'name' | 'form' | 'documentation'> & {
  readonly signatures: readonly Signature[];
  readonly examples: readonly Example[];
  readonly missing?: Declaration['missing'];
  readonly cost?: CostClass;
  readonly mostCalls?: Declaration['mostCalls'];
};

/** Cost classes for which the cost depends on the length of the texts. */
const readsTexts: ReadonlySet<CostClass> = new Set(['c1', 'c5']);

function declare(kind: Declaration['kind'], { missing = 'strict', cost = 'c0', ...parts }: Parts): Declaration {
  const signatures = readsTexts.has(cost) ? parts.signatures.map(rejectingLongTexts) : parts.signatures;
  return Object.freeze({ kind, missing, cost, since: 1, ...parts, signatures });
}

export const declareOperator = (parts: Parts): Declaration => declare('operator', parts);
export const declareFunction = (parts: Parts): Declaration => declare('function', parts);

const patternText = (pattern: TypePattern): string => (typeof pattern === 'string' ? pattern : pattern.join('|'));

/** Returns the stable id of version 1 of a signature: `gte(money,money)@1`. */
const signatureId = (name: string, operands: readonly TypePattern[]): string =>
  `${name}(${operands.map(patternText).join(',')})@1`;

/** Returns a signature with its id. */
export const signature = (
  name: string,
  operands: readonly TypePattern[],
  parts: Omit<Signature, 'id' | 'operands'>,
): Signature => ({
  id: signatureId(name, operands),
  operands,
  ...parts,
});
