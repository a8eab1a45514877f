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

/** Lists that this thread has open: the most recently requested version of each. */
const open = new Map<string, OpenList>();

function openList({ list, version, block }: LoadedList): IndexSearch {
  const known = open.get(list);
  if (known?.version === version) return known.search;
  const search = new IndexSearch(new WatchlistIndex(block));
  open.set(list, { version, search });
  return search;
}

/** Processes a message in a thread. */
export const screenBatch = (batch: ScreeningBatch): PackedMatches => packMatches(screenParties(batch));

/** Screens all parties against all lists. */
export function screenParties(batch: ScreeningBatch): readonly (readonly ListMatch[])[] {
  const searches = batch.lists.map((loaded) => ({ list: loaded.list, search: openList(loaded) }));
  return batch.parties.map((party) => {
    const found = searches.map(({ list, search }) => matchesOf(party, list, search, batch));
    // The matches of a single list are already in order.
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

/** Written out member by member, because spreading thousands of objects is slow. */
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
