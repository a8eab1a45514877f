import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { explainNames } from '@tamis/screening';
import { seededRandom } from '@tamis/stdx';
import { partSeed, reportPromise, wholeOrPart } from '@tamis/testkit';
import {
  bestThreshold,
  pairFigures,
  peerMeasures,
  publicListNames,
  publicPairs,
  ratePairs,
  treatedPairs,
} from '@tamis/testkit/names';

import { personName } from './support/made-names.js';

/** Not part of the repository, because the sample of card payments contains names of people. */
const sample = join(resolve(__dirname, '../../../..'), 'shared/data/transactions-sparkov/customers.csv');
const threshold = 0.82;
const negativesEach = 24;

function peopleOf(csv: string): readonly string[] {
  const lines = csv.trim().split('\n').slice(1);
  return lines.map((line) => line.split(',').slice(1, 3).join(' '));
}

const random = seededRandom(partSeed);
const made = Array.from({ length: wholeOrPart(2_000, 200) }, () => personName(random).replaceAll('.', ''));
const known = existsSync(sample) ? peopleOf(readFileSync(sample, 'utf8')) : [];
const names = [...new Set([...made, ...known])];
/** One half is used to choose a measure's threshold, the other half to evaluate it. */
const halves = { chosen: names.filter(() => random() < 0.5), heldOut: [] as string[] };
halves.heldOut = names.filter((name) => !halves.chosen.includes(name));
const pairs = {
  chosen: treatedPairs(halves.chosen, negativesEach, random),
  heldOut: treatedPairs(halves.heldOut, negativesEach, random),
};

const nameScore = (one: string, other: string): number => explainNames(one, other, false).nameScore / 10_000;

describe('held-out names', () => {
  const ours = pairFigures(ratePairs(pairs.heldOut, nameScore), threshold);
  const percent = (share: number): string => `${(100 * share).toFixed(3)} %`;

  it('promise 30: are found after a treatment, 99 of 100', () => {
    reportPromise(30, {
      figure: `${percent(ours.recall)} of treated names found by the scorer of screenings`,
      target: '>= 99 %',
      holds: ours.recall >= 0.99,
    });
    expect(ours.recall).toBeGreaterThanOrEqual(0.99);
  });

  it('promise 30: are taken for others once in a thousand pairs at most', () => {
    reportPromise(30, {
      figure: `${percent(ours.falseHits)} of other names taken for treated ones`,
      target: '<= 0.1 %',
      holds: ours.falseHits <= 0.001,
    });
    expect(ours.falseHits).toBeLessThanOrEqual(0.001);
  });

  it.each(Object.entries(peerMeasures))('are separated better than by %s at its best threshold', (peer, measure) => {
    const best = bestThreshold(ratePairs(pairs.chosen, measure));
    const theirs = pairFigures(ratePairs(pairs.heldOut, measure), best);
    expect({ peer, f1: ours.f1 > theirs.f1 }).toEqual({ peer, f1: true });
  });
});

describe('people of a public list', () => {
  const listed = treatedPairs(
    [...publicListNames('held-out'), ...publicListNames('seen')],
    negativesEach,
    seededRandom(partSeed),
  );
  const ours = pairFigures(ratePairs(listed, nameScore), threshold);

  it('are found after alteration in 99 of 100 cases, with at most one false match in a thousand pairs', () => {
    expect(ours.recall).toBeGreaterThanOrEqual(0.99);
    expect(ours.falseHits).toBeLessThanOrEqual(0.001);
  });

  it.each(Object.entries(peerMeasures))('are separated better than by %s at its best threshold', (peer, measure) => {
    const best = bestThreshold(ratePairs(pairs.chosen, measure));
    expect({ peer, f1: ours.f1 > pairFigures(ratePairs(listed, measure), best).f1 }).toEqual({ peer, f1: true });
  });
});

describe('pairs written by a peer', () => {
  const written = publicPairs();
  const score = (one: string, other: string): number => explainNames(one, other, true).nameScore / 10_000;
  const ours = pairFigures(ratePairs(written, score), threshold);

  it('are separated with the target F1 score', () => {
    expect(ours.f1).toBeGreaterThanOrEqual(0.8);
  });

  it.each(Object.entries(peerMeasures))('are separated better than by %s', (peer, measure) => {
    const best = bestThreshold(ratePairs(pairs.chosen, measure));
    expect({ peer, f1: ours.f1 > pairFigures(ratePairs(written, measure), best).f1 }).toEqual({ peer, f1: true });
  });
});
