import { isUnknown, type Outcome, type Signature, type TypePattern } from '@tamis/lang';
import { boolType, signature } from '../declare.js';

/** Returns true for an absent value, and the unknown itself if its computation failed. */
const isMissing = (value: Outcome | undefined): Outcome =>
  value !== undefined && isUnknown(value) ? (value.failed ? value : true) : false;

function isEmpty(value: Outcome | undefined): Outcome {
  if (value === undefined) return true;
  if (isUnknown(value)) return value.failed ? value : true;
  if (typeof value === 'string') return value === '';
  if (Array.isArray(value)) return value.length === 0;
  // Decimals and other class instances are values, not data objects.
  return (
    typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype && Object.keys(value).length === 0
  );
}

const negate = (outcome: Outcome, wanted: boolean): Outcome => (isUnknown(outcome) ? outcome : outcome === wanted);

export const missingSignatures = (name: string, wanted: boolean): readonly Signature[] => [
  signature(name, ['T'], { result: () => boolType, evaluate: ([value]) => negate(isMissing(value), wanted) }),
];

const holders: readonly TypePattern[] = [['text', 'list', 'object'], 'any'];

export const emptySignatures = (name: string, wanted: boolean): readonly Signature[] =>
  holders.map((holder) =>
    signature(name, [holder], { result: () => boolType, evaluate: ([value]) => negate(isEmpty(value), wanted) }),
  );
