import { frequentWords } from './weak-words.js';

/** Words that mean the same in names, written as one: numbers, their order, and usual abbreviations. */
const groups: readonly string[] = [
  ...[
    '1 first one 1st primero primeira',
    '2 second two 2nd segundo dos',
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
  ...['muhammad mohammed mohamed mohammad muhammed mohamad mohd', 'bin ben ibn', 'al el ul', 'abd abdul abdel'],
];

const canonical: ReadonlyMap<string, string> = new Map(
  groups.flatMap((group) => {
    const [first, ...others] = group.split(' ') as [string, ...string[]];
    return others.map((other) => [other, first]);
  }),
);

/** Letters of a frequent word that is known by a misspelling: in a shorter one, one letter makes another word. */
const longFrequent = 7;

const withoutOneLetter = (word: string): readonly string[] =>
  Array.from(word, (_, at) => word.slice(0, at) + word.slice(at + 1));

/** Frequent words by themselves and by what is left when a letter is missing. */
const misspellings: ReadonlyMap<string, string> = new Map(
  [...frequentWords.keys()]
    .filter((word) => word.length >= longFrequent)
    .flatMap((word) => [...withoutOneLetter(word).map((less) => [less, word] as const), [word, word] as const]),
);

/** `transprotes` is `transportes`, `sevicos` is `servicos`: one slip of the hand in a word that many companies have. */
function correctMisspelling(word: string): string {
  if (word.length < longFrequent - 1 || frequentWords.has(word)) return word;
  const found = misspellings.get(word) ?? withoutOneLetter(word).find((less) => misspellings.has(less));
  return found === undefined ? word : (misspellings.get(found) ?? found);
}

export const canonicalWord = (word: string): string => canonical.get(word) ?? correctMisspelling(word);
