import type { Result } from '@tamis/stdx';

import type { ItemProblem } from '../../item-problem.js';
import type { NormalizedPart } from '../../normalized/normalized.js';
import { compact } from '../../reading/compact.js';
import { type Reader, reading } from '../../reading/reader.js';

export const normalize = (raw: unknown): Result<NormalizedPart, ItemProblem> =>
  reading(raw, (screening): NormalizedPart => {
    const hits = screening
      .at('matches')
      .list()
      .filter((match) => match.at('isHit').boolean() === true);
    const topics = textsOf(screening.at('topics'));
    return compact({
      sanctions: outcomeOf(hits, topics, 'sanction', (hit) => ({ hit })),
      pep: outcomeOf(hits, topics, 'pep', (isPep) => ({ isPep })),
      hits: required(screening.at('hits'), 'number'),
      topScore: required(screening.at('topScore'), 'number'),
      lists: textsOf(screening.at('lists')),
      watchlists: screening
        .at('watchlists')
        .list()
        .map((list) => ({ code: required(list.at('code'), 'text'), version: required(list.at('version'), 'text') })),
      screenedAt: screening.at('screenedAt').text('code'),
    });
  });

const required = <Kind extends 'number' | 'text'>(value: Reader, kind: Kind) =>
  value.required(value[kind]() as ReturnType<Reader[Kind]>);

const textsOf = (values: Reader): readonly string[] => values.list().flatMap((value) => value.text('code') ?? []);

const isOf = (topics: readonly string[], kind: string): boolean =>
  topics.some((topic) => topic === kind || topic.startsWith(`${kind}.`));

/** Returns nothing if no list with such entries was screened, since an unscreened subject must not appear to be clear. */
function outcomeOf(
  hits: readonly Reader[],
  screened: readonly string[],
  kind: string,
  told: (isHit: boolean) => object,
): object | undefined {
  const found = hits.filter((hit) => isOf(textsOf(hit.at('topics')), kind));
  if (found.length === 0 && !isOf(screened, kind)) return undefined;
  const lists = [...new Set(found.flatMap((hit) => hit.at('list').text('code') ?? []))].sort();
  return compact({ ...told(found.length > 0), lists, matches: found.map(matchOf) });
}

const matchOf = (match: Reader) =>
  compact({
    list: match.at('list').text('code'),
    entryId: match.at('entryId').text('code'),
    name: match.at('name').text(),
    score: match.at('score').number(),
    programs: textsOf(match.at('programs')),
    listedOn: match.at('listedOn').date(),
  });
