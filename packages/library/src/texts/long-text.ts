import { unknown, type Outcome, type Signature } from '@tamis/lang';
import { valueLimits } from '../limits.js';

const { textCodePoints } = valueLimits;

/** A code point takes one or two units, so a text of few units need not be counted. */
const isLong = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length > textCodePoints &&
  (value.length > 2 * textCodePoints || [...value].length > textCodePoints);

const tooLong = (): Outcome => unknown({ cause: 'too_long', detail: `more than ${String(textCodePoints)} characters` });

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
