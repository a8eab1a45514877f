import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { nameKeys, nameSimilarity } from '@tamis/screening';
import { reportPromise } from '@tamis/testkit';

/** Not part of the repository: the sample of card payments names people. */
const sample = join(resolve(__dirname, '../../../..'), 'shared/data/transactions-sparkov/customers.csv');
const names = existsSync(sample) ? namesOf(readFileSync(sample, 'utf8')) : [];
const whereSampleIs = names.length > 0 ? describe : describe.skip;

const threshold = 0.85;

/** What people and forms do to a name; each takes numbers below a limit from `next`. */
const treatments: readonly ((name: string, next: (limit: number) => number) => string)[] = [
  (name) => name.toUpperCase(),
  (name) => name.split(' ').toReversed().join(', '),
  (name) => `Mr. ${name}`,
  (name) => name.replace(' ', ''),
  (name) => name.replace('a', 'á').replace('e', 'é'),
  (name, next) => edited(name, next, (word, at) => word.slice(0, at) + word.slice(at + 1)),
  (name, next) => edited(name, next, (word, at) => word.slice(0, at) + word[at - 1]! + word.slice(at)),
  (name, next) => edited(name, next, (word, at) => word.slice(0, at) + word[at + 1]! + word[at]! + word.slice(at + 2)),
];

/** One edit within the longest word, never at its first letter. */
function edited(name: string, next: (limit: number) => number, edit: (word: string, at: number) => string): string {
  const longest = name.split(' ').reduce((a, b) => (b.length > a.length ? b : a));
  return name.replace(longest, edit(longest, 1 + next(longest.length - 2)));
}

function seededNumbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

function namesOf(csv: string): readonly string[] {
  const lines = csv.trim().split('\n').slice(1);
  return lines.map((line) => line.split(',').slice(1, 3).join(' '));
}

whereSampleIs('the names of the sample', () => {
  const next = seededNumbers(1);
  const treated = names.flatMap((name) => treatments.map((treat) => ({ name, treated: treat(name, next) })));

  it('promise 30: are found again after a treatment, 99 of 100', () => {
    const lost = treated.filter((each) => nameSimilarity(each.name, each.treated) < threshold);
    const recall = 1 - lost.length / treated.length;
    reportPromise(30, {
      figure: `${(100 * recall).toFixed(1)} % of ${treated.length} treated names found again`,
      target: '>= 99 %',
      holds: recall >= 0.99,
    });
    expect(lost.length / treated.length).toBeLessThanOrEqual(0.01);
  });

  it('share a key with their treated form, 97 of 100', () => {
    const lost = treated.filter((each) => !nameKeys(each.treated).some((key) => nameKeys(each.name).includes(key)));
    expect(lost.length / treated.length).toBeLessThanOrEqual(0.03);
  });

  it('promise 30: are taken for each other once in a thousand pairs at most', () => {
    const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other] as const));
    const hits = pairs.filter(([one, other]) => one !== other && nameSimilarity(one, other) >= threshold);
    reportPromise(30, {
      figure: `${((100 * hits.length) / pairs.length).toFixed(3)} % of ${pairs.length} pairs of other names taken for each other`,
      target: '<= 0.1 %',
      holds: hits.length / pairs.length <= 0.001,
    });
    expect(hits.length / pairs.length).toBeLessThanOrEqual(0.001);
  });
});
