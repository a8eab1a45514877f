import type { EntryMatch, MatchExplanation } from '@tamis/screening';

import type { ListMatch } from './screening-batch.js';

/** Data that only few matches have, in addition to the numbers of all matches. */
interface Detail {
  readonly qualifiers: EntryMatch['qualifiers'];
  readonly identifiers: EntryMatch['identifiers'];
  readonly explanation: MatchExplanation | null;
}

/** The matches of many parties as a few arrays, which threads copy much faster than an object for each match. */
export interface PackedMatches {
  /** Number of matches of each party. */
  readonly counts: Uint32Array;
  readonly numbers: Int32Array;
  /** Concatenated ids of the entries, because threads copy one long text much faster than many short ones. */
  readonly ids: string;
  /** Names of lists and data sets, each once. */
  readonly texts: readonly string[];
  readonly details: readonly Detail[];
}

/**
 * Numbers of each match: list, data set, entry, both names, both scores, the effect of an identifier, the detail or -1, and the length of
 * the id.
 */
const numbersEach = 10;
const none: Detail = { qualifiers: [], identifiers: [], explanation: null };

export function packMatches(matches: readonly (readonly ListMatch[])[]): PackedMatches {
  const all = matches.flat();
  const texts = new Map<string, number>();
  const numberOf = (text: string): number => {
    if (!texts.has(text)) texts.set(text, texts.size);
    return texts.get(text)!;
  };
  const numbers = new Int32Array(numbersEach * all.length);
  const details: Detail[] = [];
  for (const [number, match] of all.entries()) {
    const { qualifiers, identifiers, explanation } = match;
    const hasDetail = explanation !== null || qualifiers.length + identifiers.length > 0;
    const at = numbersEach * number;
    numbers[at] = numberOf(match.list);
    numbers[at + 1] = numberOf(match.dataset);
    numbers[at + 2] = match.entry;
    numbers[at + 3] = match.ours;
    numbers[at + 4] = match.theirs;
    numbers[at + 5] = match.nameScore;
    numbers[at + 6] = match.score;
    numbers[at + 7] = match.identifierEffect;
    numbers[at + 8] = hasDetail ? details.push({ qualifiers, identifiers, explanation }) - 1 : -1;
    numbers[at + 9] = match.id.length;
  }
  return {
    counts: Uint32Array.from(matches, (each) => each.length),
    numbers,
    ids: all.map(({ id }) => id).join(''),
    texts: [...texts.keys()],
    details,
  };
}

export function unpackMatches(packed: PackedMatches): readonly (readonly ListMatch[])[] {
  let [next, idAt] = [0, 0];
  return Array.from(packed.counts, (count) => {
    const matches: ListMatch[] = [];
    for (const end = next + count; next < end; next += 1) {
      const match = matchAt(packed, next, idAt);
      matches.push(match);
      idAt += match.id.length;
    }
    return matches;
  });
}

function matchAt({ details, ids, numbers, texts }: PackedMatches, number: number, idAt: number): ListMatch {
  const at = numbersEach * number;
  const { qualifiers, identifiers, explanation } = details[numbers[at + 8]!] ?? none;
  return {
    list: texts[numbers[at]!]!,
    dataset: texts[numbers[at + 1]!]!,
    entry: numbers[at + 2]!,
    id: ids.slice(idAt, idAt + numbers[at + 9]!),
    ours: numbers[at + 3]!,
    theirs: numbers[at + 4]!,
    nameScore: numbers[at + 5]!,
    score: numbers[at + 6]!,
    qualifiers,
    identifiers,
    identifierEffect: numbers[at + 7]!,
    explanation,
  };
}
