import { readFileSync } from 'node:fs';

import { pairFigures, type PairFigures } from './rated-pairs.js';
import type { NamePair } from './treatments.js';

const readLines = (file: string): readonly string[] =>
  readFileSync(new URL(`../../data/public-names/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');

/**
 * People of a public list: `seen` are those whose lost forms were looked at when names were read anew, and `held-out` others, that
 * nothing was chosen by.
 */
export const publicListNames = (part: 'seen' | 'held-out'): readonly string[] => [
  ...new Set(readLines(`un-list-names-${part}.txt`)),
];

export interface PublicPair extends NamePair {
  /** What the peer's own matcher gives them. */
  readonly logicV2: number;
}

/** From which score on the peer's matcher takes two names for the same. */
const peerThreshold = 0.7;

/** Pairs that a peer has written by hand, most of them near the border. */
export const publicPairs = (): readonly PublicPair[] =>
  readLines('name-pairs.tsv')
    .slice(1)
    .map((line) => {
      const [one, other, same, logicV2] = line.split('\t') as [string, string, string, string];
      return { one, other, same: same === 'true', logicV2: Number(logicV2) };
    });

/** How good the peer's matcher is on its own pairs. */
export function peerFigures(pairs: readonly PublicPair[]): PairFigures & { readonly threshold: number } {
  const rated = pairs.map(({ same, logicV2 }) => ({ same, score: logicV2 }));
  return { threshold: peerThreshold, ...pairFigures(rated, peerThreshold) };
}
