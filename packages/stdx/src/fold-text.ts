const ascii = /^\p{ASCII}*$/u;
const marks = /\p{M}/gu;

// Converting to upper and then lower case is full case folding, independent of the position in a word except for the final sigma. Long
// texts are not processed character by character.
const foldCase = (text: string): string => text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/** Returns the `ci` form of a text: decomposed, without marks, case-folded, independent of any locale. */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  // The dotless i has I as its capital, but must fold to itself.
  return text.normalize('NFD').replace(marks, '').split('ı').map(foldCase).join('ı');
}
