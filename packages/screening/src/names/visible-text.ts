/** Invisible characters: joiners, direction marks, soft hyphens, fillers, and characters not allowed in texts. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?=\p{Cc})\S/gu;
const pictures = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]/gu;
const ascii = /^[\x20-\x7e]*$/u;

/** Letters of other scripts and the Latin letters that look the same. */
const lookalikes: readonly (readonly [script: RegExp, theirs: string, ours: string])[] = [
  [/\p{Script=Cyrillic}/u, 'асԁеһіјӏорԛѕхуѵԝАВСЕНІЈКМОРЅТХҮУԚԜ', 'acdehijlopqsxyvwABCEHIJKMOPSTXYYQW'],
  [/\p{Script=Greek}/u, 'ανοιρκγωητχυΑΒΕΖΗΙΚΜΝΟΡΤΧΥ', 'avoipkywntxuABEZHIKMNOPTXY'],
];

const tables = lookalikes.map(([script, theirs, ours]) => ({
  script,
  toOurs: new Map(Array.from(theirs, (letter, at) => [letter, ours.charAt(at)])),
  toTheirs: new Map(Array.from(ours, (letter, at) => [letter, theirs.charAt(at)])),
}));

/** Replaces letters of other scripts by the Latin letters that they resemble. */
export const lookingLatin = (text: string): string =>
  tables.reduce(
    (seen, { toOurs }) => Array.from(seen, (letter) => toOurs.get(letter) ?? letter).join(''),
    text.replace(invisible, ''),
  );

const latin = /\p{Script=Latin}/u;
const words = /[\p{L}\p{M}]+/gu;

/** A word in two scripts belongs to the one that the other only imitates: `Рutin`, in which one letter is Cyrillic. */
function inOneScript(word: string): string {
  if (!latin.test(word)) return word;
  const letters = Array.from(word);
  for (const { script, toOurs, toTheirs } of tables) {
    const theirs = letters.filter((letter) => script.test(letter));
    if (theirs.length === 0) continue;
    if (theirs.every((letter) => toOurs.has(letter)))
      return letters.map((letter) => toOurs.get(letter) ?? letter).join('');
    if (letters.every((letter) => !latin.test(letter) || toTheirs.has(letter)))
      return letters.map((letter) => toTheirs.get(letter) ?? letter).join('');
  }
  return word;
}

/** The rest of longer texts is ignored, and longer names are truncated: a text of a thousand words is not a name. */
const readCharacters = 4_000;
const maxCharacters = 400;
const manyMarks = /\p{M}{4,}/gu;
const manySigns = /[^\p{L}\p{M}\p{N}]{4,}/gu;

/**
 * Returns a name as a reader sees it, regardless of its characters: without invisible ones and pictures, and with each word in one script.
 */
export function visibleText(name: string): string {
  const text = name.slice(0, readCharacters);
  const seen = ascii.test(text) ? text : text.replace(invisible, '').replace(pictures, ' ').replace(words, inOneScript);
  // Meaningless characters must not hide the words after them.
  const told = seen.length <= maxCharacters ? seen : seen.replace(manyMarks, '').replace(manySigns, ' ');
  return told.slice(0, maxCharacters);
}
