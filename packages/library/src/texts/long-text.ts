import { unknown, type Outcome, type Signature, type Unknown } from '@tamis/lang';
import { valueLimits } from '../limits.js';

const { textCodePoints, nameCodePoints } = valueLimits;

/** A code point takes one or two units, so a text of few units need not be counted. */
const isLong = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length > textCodePoints &&
  (value.length > 2 * textCodePoints || [...value].length > textCodePoints);

const tooLong = (most: number = textCodePoints): Unknown =>
  unknown({ cause: 'too_long', detail: `more than ${String(most)} characters` });

/** No character stands for more than so many others when it is written out. */
const longestExpansion = 18;

/** Unknown where one of the texts is longer, as it stands or written out, than names are that are compared; else null. */
export const longName = (...names: readonly Outcome[]): Unknown | null =>
  names.some(
    (name) =>
      typeof name === 'string' &&
      name.length * longestExpansion > nameCodePoints &&
      (name.length > 2 * nameCodePoints || [...name.normalize('NFKC')].length > nameCodePoints),
  )
    ? tooLong(nameCodePoints)
    : null;

/** A computed text; unknown when it is longer than texts may be. */
export const boundedText = (text: string): Outcome => (isLong(text) ? tooLong() : text);

/** The pieces as one text; unknown, and not built, when it is longer than texts may be: texts made of texts double. */
export function joinedText(pieces: readonly string[]): Outcome {
  const units = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return units > 2 * textCodePoints ? tooLong() : boundedText(pieces.join(''));
}

/** What reads all of a text does not read an overlong one: its answer is unknown (`too_long`). */
export function rejectingLongTexts(signature: Signature): Signature {
  const { evaluate, specialize } = signature;
  const guarded: Signature = {
    ...signature,
    evaluate: (operands, types, environment) =>
      operands.some(isLong) ? tooLong() : evaluate(operands, types, environment),
  };
  if (!specialize) return guarded;
  return {
    ...guarded,
    specialize: (types, constants) => {
      const fast = specialize(types, constants);
      return fast && ((a, b, environment) => (isLong(a) || isLong(b) ? tooLong() : fast(a, b, environment)));
    },
  };
}
