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

export const sameWord = (word: string): string => canonical.get(word) ?? word;
