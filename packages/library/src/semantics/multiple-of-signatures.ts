import { unknown, type Outcome, type Signature } from '@tamis/lang';
import { isZero, type Money, type Numeric } from '@tamis/stdx';
import { boolType, signature } from '../declare.js';
import { remainder } from './remainder.js';

const isMultiple = (x: Numeric, n: Numeric, wanted: boolean): Outcome =>
  isZero(n) ? unknown({ cause: 'out_of_domain', detail: 'multiple of 0' }) : isZero(remainder(x, n)) === wanted;

/** Returns the signatures of `is multiple of`: for money, the amount in its own currency counts. */
export const multipleOfSignatures = (name: string, wanted: boolean): readonly Signature[] => [
  signature(name, ['number', 'number'], {
    result: () => boolType,
    evaluate: ([x, n]) => isMultiple(x as Numeric, n as Numeric, wanted),
    specialize: () => (x, n) => isMultiple(x as Numeric, n as Numeric, wanted),
  }),
  signature(name, ['money', 'number'], {
    result: () => boolType,
    evaluate: ([x, n]) => isMultiple((x as Money).amount, n as Numeric, wanted),
    specialize: () => (x, n) => isMultiple((x as Money).amount, n as Numeric, wanted),
  }),
];
