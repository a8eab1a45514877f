import { unknown, type Unknown } from '@tamis/lang';

/** Code points of a text that is searched or changed: work is linear in it, and no field of a payment is longer. */
export const maxTextCodePoints = 16_384;

/** Elements of a list in data that is searched. */
export const maxListElements = 10_000;

/** Unknown (`too_long`) for a text beyond the limit, else null. */
export function tooLong(text: string): Unknown | null {
  // A code point has one or two units, so most texts are short without counting.
  if (
    text.length <= maxTextCodePoints ||
    (text.length <= 2 * maxTextCodePoints && [...text].length <= maxTextCodePoints)
  )
    return null;
  return unknown({ cause: 'too_long', detail: `${String(maxTextCodePoints)} characters` });
}

/** Unknown (`too_many_rows`) for a list beyond the limit, else null. */
export const tooMany = (list: readonly unknown[]): Unknown | null =>
  list.length <= maxListElements
    ? null
    : unknown({ cause: 'too_many_rows', detail: `${String(maxListElements)} elements` });
