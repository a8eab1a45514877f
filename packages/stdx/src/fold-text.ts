const ascii = /^\p{ASCII}*$/u;
const marks = /\p{M}/gu;

// Upper then lower case is full case folding, whatever the place in a word but for the last sigma; long texts are not read
// character by character.
const foldCase = (text: string): string => text.toUpperCase().toLowerCase().replaceAll('ς', 'σ');

/** The `ci` form of a text: decomposed, without marks, case-folded, independent of any locale. */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  // The dotless i has an i for a capital letter, and folds to itself.
  return text.normalize('NFD').replace(marks, '').split('ı').map(foldCase).join('ı');
}
