import type { SharedIdentifier } from '../score/identifiers.js';
import type { EntryMatch } from '../score/match-entry.js';
import type { Qualifier } from '../score/qualifiers.js';
import { readNames, type ReadName } from '../score/read-name.js';
import { relationOf, similarityOf, type WordRelation } from '../score/relate-words.js';
import { type NameComparison, NameScorer } from '../score/score-names.js';
import {
  type EntrySchema,
  type ListedEntry,
  type ListedName,
  mayBeAcronym,
  type ScreenedParty,
} from '../score/screened.js';
import { whole } from '../score/word-grid.js';

/** Two words that were matched with each other, and the resulting points. All numbers are integers in ten-thousandths. */
export interface WordMatch {
  readonly ours: string;
  readonly theirs: string;
  readonly kind: Exclude<WordRelation, 'none'> | 'transliterated';
  readonly similarity: number;
  /** Its share of everything that was matched. */
  readonly weight: number;
  readonly points: number;
}

/** Explains the score of two names: the points of the words minus both costs are exactly the score. */
export interface NameExplanation {
  readonly nameScore: number;
  readonly because: readonly WordMatch[];
  readonly leftOver: { readonly ours: readonly string[]; readonly theirs: readonly string[]; readonly cost: number };
  /** Deduction if both have a legal form but none in common. */
  readonly legalFormCost: number;
  readonly order: 'same' | 'changed';
}

/** Explains why an entry matches: the score of the name plus all effects is exactly the score. */
export interface MatchExplanation extends NameExplanation {
  readonly score: number;
  readonly threshold: number;
  readonly list: string;
  readonly entry: string;
  readonly ourName: string;
  readonly matchedName: ListedName;
  readonly qualifiers: readonly Qualifier[];
  readonly identifiers: readonly SharedIdentifier[];
  readonly identifierEffect: number;
}

const scorer = new NameScorer();

export function explainMatch(
  party: ScreenedParty,
  entry: ListedEntry,
  match: EntryMatch,
  threshold: number,
): MatchExplanation {
  const ourName = party.names[match.ours] ?? '';
  const matchedName = entry.names[match.theirs] ?? { text: '', kind: 'primary', language: null };
  const schemas = { ours: party.schema, theirs: entry.schema };
  const names = explainNames(ourName, matchedName.text, mayBeAcronym(party.schema, entry.schema), schemas);
  const { score, qualifiers, identifiers, identifierEffect } = match;
  return {
    ...{ score, threshold, list: entry.dataset, entry: entry.id, ourName, matchedName, ...names },
    ...{ qualifiers, identifiers, identifierEffect },
  };
}

interface Schemas {
  readonly ours: EntrySchema | null;
  readonly theirs: EntrySchema | null;
}

export function explainNames(
  ours: string,
  theirs: string,
  acronyms: boolean,
  schemas: Schemas = { ours: null, theirs: null },
): NameExplanation {
  const pairs = readNames(ours, schemas.ours).flatMap((one) =>
    readNames(theirs, schemas.theirs).map((other) => ({ one, other, score: scorer.score(one, other, acronyms) })),
  );
  const { one, other } = pairs.reduce((best, pair) => (pair.score > best.score ? pair : best));
  const compared = scorer.compare(one, other, acronyms);
  if (compared.whole !== 0) return explainWhole(one, other, compared);
  // Similar words explain nothing in names without a score.
  if (compared.score === 0) return unlike(one, other);
  return explainWords(compared, one.isForeign || other.isForeign);
}

function explainWords({ score, ours, theirs, legalFormCost }: NameComparison, foreign: boolean): NameExplanation {
  const { grid } = scorer;
  const all = sumOf(grid.pairs, (at) => pairWeight(at));
  const order = grid.pairRow.slice(0, grid.pairs).toSorted((a, b) => a - b);
  const columnOf = new Map(Array.from(order, (_, at) => [grid.pairRow[at]!, grid.pairColumn[at]!]));
  const columns = Array.from(order, (row) => columnOf.get(row)!);
  return {
    nameScore: score,
    because: Array.from({ length: grid.pairs }, (_, at) => {
      const [row, column] = [grid.pairRow[at]!, grid.pairColumn[at]!];
      const relation = grid.relations[row * grid.columns + column]!;
      const kind = relationOf(relation) as Exclude<WordRelation, 'none'>;
      return {
        ours: ours[row]!.words.join(' '),
        theirs: theirs[column]!.words.join(' '),
        kind: foreign && kind !== 'initial' && kind !== 'joined' ? 'transliterated' : kind,
        similarity: similarityOf(relation),
        weight: Math.round((pairWeight(at) * whole) / all),
        points: grid.pairPoints[at]!,
      };
    }),
    leftOver: {
      ours: ours.filter((_, row) => !grid.isRowTaken(row)).map(({ words }) => words.join(' ')),
      theirs: theirs.filter((_, column) => !grid.isColumnTaken(column)).map(({ words }) => words.join(' ')),
      cost: grid.leftOverCost,
    },
    legalFormCost,
    order: columns.every((column, at) => at === 0 || columns[at - 1]! < column) ? 'same' : 'changed',
  };
}

const pairWeight = (at: number): number => {
  const { grid } = scorer;
  return grid.rowWeights[grid.pairRow[at]!]! + grid.columnWeights[grid.pairColumn[at]!]!;
};

function sumOf(count: number, of: (at: number) => number): number {
  let sum = 0;
  for (let at = 0; at < count; at += 1) sum += of(at);
  return sum;
}

function explainWhole(ours: ReadName, theirs: ReadName, compared: NameComparison): NameExplanation {
  const similarity = similarityOf(compared.whole);
  const kind = relationOf(compared.whole) as Exclude<WordRelation, 'none'>;
  const words = { ours: ours.words.join(' '), theirs: theirs.words.join(' ') };
  return {
    nameScore: compared.score,
    because: [{ ...words, kind, similarity, weight: whole, points: similarity }],
    leftOver: { ours: [], theirs: [], cost: 0 },
    legalFormCost: compared.legalFormCost,
    order: 'same',
  };
}

const unlike = (ours: ReadName, theirs: ReadName): NameExplanation => ({
  nameScore: 0,
  because: [],
  leftOver: { ours: ours.words, theirs: theirs.words, cost: 0 },
  legalFormCost: 0,
  order: 'same',
});
