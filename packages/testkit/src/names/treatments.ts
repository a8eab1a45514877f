type Random = () => number;

/** Returns an integer below the limit. */
const below = (limit: number, random: Random): number => Math.floor(random() * limit);
const pick = <T>(items: readonly T[], random: Random): T => items[below(items.length, random)]!;

/** What people and forms do to a name. */
export const treatments: readonly ((name: string, random: Random) => string)[] = [
  (name) => name.toUpperCase(),
  (name) => name.split(' ').toReversed().join(', '),
  (name) => `Mr. ${name}`,
  (name) => name.replace(' ', ''),
  (name) => name.replace('a', 'á').replace('e', 'é'),
  (name, random) => edited(name, random, (word, at) => word.slice(0, at) + word.slice(at + 1)),
  (name, random) => edited(name, random, (word, at) => word.slice(0, at) + word[at - 1]! + word.slice(at)),
  (name, random) =>
    edited(name, random, (word, at) => word.slice(0, at) + word.slice(at + 1, at + 2) + word[at]! + word.slice(at + 2)),
];

/** Applies one edit to the longest word, never at its first letter. */
function edited(name: string, random: Random, edit: (word: string, at: number) => string): string {
  const longest = name.split(' ').reduce((a, b) => (b.length > a.length ? b : a));
  return name.replace(longest, edit(longest, 1 + below(longest.length - 2, random)));
}

export interface NamePair {
  readonly one: string;
  readonly other: string;
  readonly same: boolean;
}

/** Pairs each name with each of its modified forms, and with modified forms of as many other names as requested. */
export function treatedPairs(names: readonly string[], others: number, random: Random): readonly NamePair[] {
  return names.flatMap((one) => [
    ...treatments.map((treat) => ({ one, other: treat(one, random), same: true })),
    ...Array.from({ length: others }, () => pick(names, random))
      .filter((name) => name !== one)
      .map((name) => ({ one, other: pick(treatments, random)(name, random), same: false })),
  ]);
}
