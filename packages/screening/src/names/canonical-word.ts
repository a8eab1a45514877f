import { givenNames } from './given-names.js';
import { slipsOf, slipsWithAllLetters, slipTable } from './slips.js';
import { frequentWords } from './weak-words.js';

/** Words with the same meaning in names, reduced to one: numbers, ordinals, and common abbreviations. */
const groups: readonly string[] = [
  ...[
    '1 first one 1st primero primeira',
    '2 second two 2nd segundo',
    '3 third three 3rd tercero tres',
    '4 four fourth 4th',
  ],
  ...[
    '5 five fifth 5th',
    '6 six sixth 6th',
    '7 seven seventh 7th',
    '8 eight eighth 8th',
    '9 nine ninth 9th',
    '10 ten tenth 10th',
  ],
  ...['20 twenty', '30 thirty', '40 forty', '50 fifty', '60 sixty', '70 seventy', '80 eighty', '90 ninety'],
  ...[
    'international intl internl internacional',
    'company co comp',
    'group grp grupo',
    'brothers bros',
    'department dept',
  ],
  ...[
    'government govt',
    'manufacturing mfg',
    'university univ',
    'association assn assoc',
    'and y e und et',
    'services svcs serv',
  ],
  ...['bin ben ibn', 'al el ul aal'],
  ...givenNames,
];

const canonical: ReadonlyMap<string, string> = new Map(
  groups.flatMap((group) => {
    const [first, ...others] = group.split(' ') as [string, ...string[]];
    return others.map((other) => [other, first]);
  }),
);

const spellings: ReadonlyMap<string, readonly string[]> = new Map(
  groups.map((group) => group.split(' ')).map((group) => [group[0]!, group] as const),
);
const spellingsOf = (word: string): readonly string[] => spellings.get(word) ?? [word];

/** Shorter spellings are near too many other names. */
const shortestRespelt = 5;

const otherSpellings: ReadonlyMap<string, readonly string[]> = new Map(
  givenNames
    .map((group) => group.split(' '))
    .map(([first, ...others]) => [first!, others.filter((spelling) => spelling.length >= shortestRespelt)] as const),
);

/** Returns the spellings that are replaced by this given name and may be misspelled, or `undefined` for any other word. */
export const otherSpellingsOf = (word: string): readonly string[] | undefined => otherSpellings.get(word);

/** Returns what two joined words may stand for: `mohamedali` for `muhammad ali`. */
export function spellingsTogether(one: string, other: string): readonly string[] {
  const [first, second] = [spellingsOf(one), spellingsOf(other)];
  if (first.length + second.length === 2) return [one + other];
  return first.flatMap((each) => second.map((next) => each + next));
}

/** Minimum letters of a frequent word that is recognised when misspelled. In a shorter one, changing a letter results in another word. */
const longFrequent = 7;
/** For words with several spellings, misspelled without a missing letter. */
const shortestSlip = 5;

const withoutOneLetter = (word: string): readonly string[] =>
  Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));

/** Frequent words by themselves and by their spellings with one letter missing. */
const misspellings: ReadonlyMap<string, string> = new Map(
  [...frequentWords.keys()]
    .filter((word) => word.length >= longFrequent)
    .flatMap((word) => [...withoutOneLetter(word).map((less) => [less, word] as const), [word, word] as const]),
);

/** Corrects one typing error in a word that many companies use: `transprotes` is `transportes`, `sevicos` is `servicos`. */
function correctMisspelling(word: string): string {
  if (word.length < longFrequent - 1 || frequentWords.has(word)) return word;
  const found = misspellings.get(word) ?? withoutOneLetter(word).find((less) => misspellings.has(less));
  return found === undefined ? word : (misspellings.get(found) ?? found);
}

/** Typing errors in words that have several spellings, which would otherwise be far from the common spelling. */
const slips = slipTable(
  [...canonical, ...Array.from(canonical.values(), (first) => [first, first] as const)],
  (word) =>
    word.length >= longFrequent ? slipsOf(word) : word.length >= shortestSlip ? slipsWithAllLetters(word) : [],
  (word) => canonical.has(word) || frequentWords.has(word),
);

const known = new Map<string, string>();
const maxKnown = 50_000;

/** Names share words, so the meaning of each is determined once. */
export function canonicalWord(word: string): string {
  const found = known.get(word);
  if (found !== undefined) return found;
  const made = canonical.get(word) ?? slips.get(word) ?? correctMisspelling(word);
  if (known.size >= maxKnown) known.clear();
  known.set(word, made);
  return made;
}

/** Returns the frequent word that a word stands for, apart from a typing error. */
export function frequentWord(word: string): string | undefined {
  const meant = canonicalWord(word);
  return frequentWords.has(meant) ? meant : undefined;
}
