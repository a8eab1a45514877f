import { allWatchlists, sandboxList } from '@tamis/watchlists';

import { ownList } from '../../watchlists/index.js';

import type { StoredScreening } from '../../screenings/index.js';

const scale = 10_000;

/** The fields of a match that the integration returns. */
type ToldMatch = Pick<
  StoredScreening['matches'][number],
  'list' | 'entryId' | 'cluster' | 'name' | 'score' | 'isHit' | 'state' | 'topics' | 'programs' | 'listedOn'
>;

type ToldScreening = Pick<StoredScreening, 'hits' | 'topScore' | 'lists' | 'versions' | 'screenedAt'> & {
  readonly matches: readonly ToldMatch[];
  /** `null` means entries of every topic. */
  readonly asked: readonly string[] | null;
};

/**
 * Returns the record that the provider of the integration reads. `topics` contains the topics that were searched for, so that finding
 * nothing is meaningful.
 */
export function screeningRecord({
  hits,
  topScore,
  lists,
  versions,
  screenedAt,
  matches,
  asked,
}: ToldScreening): unknown {
  const searched = [...allWatchlists, sandboxList, ownList]
    .filter(({ code }) => Object.hasOwn(versions, code))
    .flatMap(({ topics }) => topics);
  return {
    ...{ hits, topScore: topScore / scale, lists },
    topics: [...new Set(searched)].filter((topic) => asked === null || asked.includes(topic)).sort(),
    watchlists: Object.entries(versions).map(([code, version]) => ({ code, version })),
    screenedAt: screenedAt.toISOString(),
    matches: matches.map((match) => ({
      ...{ list: match.list, entryId: match.entryId, cluster: match.cluster, name: match.name },
      ...{ score: match.score / scale, isHit: match.isHit, state: match.state },
      ...{ topics: match.topics, programs: match.programs, listedOn: match.listedOn },
    })),
  };
}
