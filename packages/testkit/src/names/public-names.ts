import { readFileSync } from 'node:fs';

import { pairFigures, type PairFigures } from './rated-pairs.js';
import type { NamePair } from './treatments.js';

const readLines = (file: string): readonly string[] =>
  readFileSync(new URL(`../../data/public-names/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');

/**
 * People of a public list: `seen` are those whose missed variants were examined when the parsing of names was revised, and `held-out` are
 * others that were not used for any decision.
 */
export const publicListNames = (part: 'seen' | 'held-out'): readonly string[] => [
  ...new Set(readLines(`un-list-names-${part}.txt`)),
];

export interface PublicPair extends NamePair {
  /** Score of the peer's own matcher. */
  readonly logicV2: number;
}

/** Score from which the peer's matcher treats two names as the same. */
const peerThreshold = 0.7;

/** Pairs written manually by a peer, most of them borderline cases. */
export const publicPairs = (): readonly PublicPair[] =>
  readLines('name-pairs.tsv')
    .slice(1)
    .map((line) => {
      const [one, other, same, logicV2] = line.split('\t') as [string, string, string, string];
      return { one, other, same: same === 'true', logicV2: Number(logicV2) };
    });

/** Returns the quality of the peer's matcher on its own pairs. */
export function peerFigures(pairs: readonly PublicPair[]): PairFigures & { readonly threshold: number } {
  const rated = pairs.map(({ same, logicV2 }) => ({ same, score: logicV2 }));
  return { threshold: peerThreshold, ...pairFigures(rated, peerThreshold) };
}
