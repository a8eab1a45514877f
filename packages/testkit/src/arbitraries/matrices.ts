import fc from 'fast-check';
import {
  matrixBand,
  matrixDeclaration,
  matrixScale,
  matrixThreshold,
  numberLiteral,
  type MatrixDeclaration,
} from '@tamis/lang';
import { capitals, words } from './actions.js';
import { decimals, signedNumbers, textLiterals } from './literals.js';

const numbers = decimals.map((text) => numberLiteral(text));

const orNull = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | null> => fc.option(arbitrary, { nil: null });

/** Matrices with valid syntax. */
export const matrices: fc.Arbitrary<MatrixDeclaration> = fc
  .record({
    key: words,
    title: orNull(textLiterals),
    targets: fc.array(words, { maxLength: 2 }),
    description: orNull(textLiterals),
    scale: orNull(fc.tuple(signedNumbers, numbers).map(([minimum, maximum]) => matrixScale(minimum, maximum))),
    thresholds: fc.array(
      fc.tuple(words, numbers).map(([label, from]) => matrixThreshold(label, from)),
      { maxLength: 3 },
    ),
    bands: fc.array(
      fc.tuple(capitals, numbers).map(([decision, from]) => matrixBand(decision, from)),
      { maxLength: 3 },
    ),
    otherwise: orNull(capitals),
  })
  .map((parts) => matrixDeclaration(parts));
