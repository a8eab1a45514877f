import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { nameKeys, nameSimilarity } from '@tamis/screening';
import { seededRandom } from '@tamis/stdx';
import { reportPromise } from '@tamis/testkit';
import { treatments } from '@tamis/testkit/names';

/** Not part of the repository, because the sample of card payments contains names of people. */
const sample = join(resolve(__dirname, '../../../..'), 'shared/data/transactions-sparkov/customers.csv');
const names = existsSync(sample) ? namesOf(readFileSync(sample, 'utf8')) : [];
const whereSampleIs = names.length > 0 ? describe : describe.skip;

const threshold = 0.85;

function namesOf(csv: string): readonly string[] {
  const lines = csv.trim().split('\n').slice(1);
  return lines.map((line) => line.split(',').slice(1, 3).join(' '));
}

whereSampleIs('the names of the sample', () => {
  const random = seededRandom(1);
  const treated = names.flatMap((name) => treatments.map((treat) => ({ name, treated: treat(name, random) })));

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

  it('share a key with their altered form in 97 of 100 cases', () => {
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
