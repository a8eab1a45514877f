const ascii = /^\p{ASCII}*$/u;
const marks = /\p{M}/gu;

// Upper then lower case is full case folding for single characters, but for the dotless i, which folds to itself.
const foldCharacter = (character: string): string =>
  character === 'ı' ? character : character.toUpperCase().toLowerCase().replace('ς', 'σ');

/** The `ci` form of a text: decomposed, without marks, case-folded, independent of any locale. */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  let folded = '';
  for (const character of text.normalize('NFD').replace(marks, '')) folded += foldCharacter(character);
  return folded;
}
