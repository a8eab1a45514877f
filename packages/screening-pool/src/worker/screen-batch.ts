import {
  explainMatch,
  type IndexMatch,
  IndexSearch,
  type MatchExplanation,
  type ScreenedParty,
  WatchlistIndex,
} from '@tamis/screening';

import { packMatches, type PackedMatches } from '../packed-matches.js';
import type { ListMatch, LoadedList, ScreeningBatch } from '../screening-batch.js';

interface OpenList {
  readonly version: string;
  readonly search: IndexSearch;
}

/** What this thread has open: of each list the version that was asked for last. */
const open = new Map<string, OpenList>();

function openList({ list, version, block }: LoadedList): IndexSearch {
  const known = open.get(list);
  if (known?.version === version) return known.search;
  const search = new IndexSearch(new WatchlistIndex(block));
  open.set(list, { version, search });
  return search;
}

/** What a thread does with a message. */
export const screenBatch = (batch: ScreeningBatch): PackedMatches => packMatches(screenParties(batch));

/** All parties against all lists. */
export function screenParties(batch: ScreeningBatch): readonly (readonly ListMatch[])[] {
  const searches = batch.lists.map((loaded) => ({ list: loaded.list, search: openList(loaded) }));
  return batch.parties.map((party) => {
    const found = searches.map(({ list, search }) => matchesOf(party, list, search, batch));
    // Those of one list are in order.
    return found.length === 1
      ? found[0]!
      : found.flat().sort((a, b) => b.score - a.score || compareText(a.list, b.list));
  });
}

const matchesOf = (
  party: ScreenedParty,
  list: string,
  search: IndexSearch,
  { options, explain }: ScreeningBatch,
): readonly ListMatch[] =>
  search
    .search(party, options)
    .map((match) => listMatch(match, list, explain ? explained(party, search, match, options) : null));

const explained = (
  party: ScreenedParty,
  { index }: IndexSearch,
  match: IndexMatch,
  { threshold }: ScreeningBatch['options'],
): MatchExplanation => explainMatch(party, index.entry(match.entry), match, threshold);

/** Written out, as spreading thousands of objects takes its time. */
const listMatch = (match: IndexMatch, list: string, explanation: MatchExplanation | null): ListMatch => ({
  ours: match.ours,
  theirs: match.theirs,
  nameScore: match.nameScore,
  score: match.score,
  qualifiers: match.qualifiers,
  identifiers: match.identifiers,
  identifierEffect: match.identifierEffect,
  entry: match.entry,
  id: match.id,
  dataset: match.dataset,
  list,
  explanation,
});

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
