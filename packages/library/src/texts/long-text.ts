import { unknown, type Outcome, type Signature, type Unknown } from '@tamis/lang';
import { valueLimits } from '../limits.js';

const { textCodePoints, nameCodePoints } = valueLimits;

/** A code point has one or two units, so that a text with few units need not be counted. */
const isLong = (value: unknown): boolean =>
  typeof value === 'string' &&
  value.length > textCodePoints &&
  (value.length > 2 * textCodePoints || [...value].length > textCodePoints);

const tooLong = (most: number = textCodePoints): Unknown =>
  unknown({ cause: 'too_long', detail: `more than ${String(most)} characters` });

/** The maximum number of characters to which one character expands by normalization. */
const longestExpansion = 18;

/**
 * Returns unknown if one of the texts, in its original or normalized form, is longer than the limit for compared names; otherwise `null`.
 */
export const longName = (...names: readonly Outcome[]): Unknown | null =>
  names.some(
    (name) =>
      typeof name === 'string' &&
      name.length * longestExpansion > nameCodePoints &&
      (name.length > 2 * nameCodePoints || [...name.normalize('NFKC')].length > nameCodePoints),
  )
    ? tooLong(nameCodePoints)
    : null;

/** Returns a computed text, or unknown if it is longer than texts may be. */
export const boundedText = (text: string): Outcome => (isLong(text) ? tooLong() : text);

/**
 * Joins the pieces to one text; returns unknown without building it if it is longer than texts may be, because texts built from texts can
 * double in length.
 */
export function joinedText(pieces: readonly string[]): Outcome {
  const units = pieces.reduce((sum, piece) => sum + piece.length, 0);
  return units > 2 * textCodePoints ? tooLong() : boundedText(pieces.join(''));
}

/** Makes a signature that reads whole texts return unknown (`too_long`) for an overlong one. */
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
