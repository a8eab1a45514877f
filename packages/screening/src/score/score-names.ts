import { findJoins, joinedSimilarity, joinedWords, type WordJoin } from './join-words.js';
import { isTelling, type ReadName, wholeWeight } from './read-name.js';
import { packRelation, relateWords, similarityOf } from './relate-words.js';
import { weights } from './weights.js';
import { relateWhole } from './whole-names.js';
import { whole, WordGrid } from './word-grid.js';

/** A word of a name as it was compared: a single word, or two words joined. */
export interface ComparedWord {
  readonly words: readonly string[];
  readonly weight: number;
  readonly isTelling: boolean;
}

/** How two names were compared; the basis of an explanation. */
export interface NameComparison {
  /** In ten-thousandths, like all the following values. */
  readonly score: number;
  readonly ours: readonly ComparedWord[];
  readonly theirs: readonly ComparedWord[];
  /** Relation of names that are alike as a whole, otherwise 0. If it is set, the grid has no meaning. */
  readonly whole: number;
  readonly legalFormCost: number;
}

/** Scores pairs of parsed names. Its grid holds the last pair. */
export class NameScorer {
  readonly grid = new WordGrid();

  /** Returns the score, 0 to 10,000; symmetric. */
  score(ours: ReadName, theirs: ReadName, acronyms: boolean): number {
    return this.compare(ours, theirs, acronyms).score;
  }

  compare(ours: ReadName, theirs: ReadName, acronyms: boolean): NameComparison {
    const joins = findJoins(ours.words, theirs.words);
    const [rows, columns] = [comparedWords(ours, joins.ours), comparedWords(theirs, joins.theirs)];
    this.#fillGrid(rows, columns);
    const words = this.grid.score();
    const aligned = this.grid.isWorthScoring(ours.telling, theirs.telling) ? words : 0;
    const wholeNames = relateWhole(ours.words, theirs.words, acronyms);
    const asWhole = similarityOf(wholeNames) > aligned;
    const names = asWhole ? similarityOf(wholeNames) : aligned;
    const legalFormCost = costOfLegalForms(names, ours.legalForms, theirs.legalForms);
    return {
      score: names - legalFormCost,
      ours: rows,
      theirs: columns,
      whole: asWhole ? wholeNames : 0,
      legalFormCost,
    };
  }

  #fillGrid(rows: readonly ComparedWord[], columns: readonly ComparedWord[]): void {
    const { grid } = this;
    grid.clear(rows.length, columns.length);
    for (let row = 0; row < rows.length; row += 1) {
      grid.rowWeights[row] = rows[row]!.weight;
      grid.rowTelling[row] = rows[row]!.isTelling ? 1 : 0;
    }
    for (let column = 0; column < columns.length; column += 1) {
      grid.columnWeights[column] = columns[column]!.weight;
      grid.columnTelling[column] = columns[column]!.isTelling ? 1 : 0;
    }
    for (let row = 0; row < rows.length; row += 1)
      for (let column = 0; column < columns.length; column += 1)
        grid.relations[row * columns.length + column] = relate(rows[row]!, columns[column]!);
  }
}

export function costOfLegalForms(score: number, ours: number, theirs: number): number {
  const conflict = ours !== 0 && theirs !== 0 && (ours & theirs) === 0;
  return conflict ? Math.round((score * weights.otherLegalForm) / whole) : 0;
}

function relate(one: ComparedWord, other: ComparedWord): number {
  if (one.words.length === 1 && other.words.length === 1) return relateWords(one.words[0]!, other.words[0]!);
  const [parts, word] = one.words.length > 1 ? [one.words, other.words] : [other.words, one.words];
  const similarity = word.length === 1 ? joinedSimilarity(joinedWords(parts[0]!, parts[1]!), word[0]!) : 0;
  return similarity === 0 ? 0 : packRelation('joined', similarity);
}

function comparedWords({ words, weights: each }: ReadName, joins: readonly WordJoin[]): readonly ComparedWord[] {
  const compared: ComparedWord[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const joined = joins.some((join) => join.at === at);
    const parts = words.slice(at, at + (joined ? 2 : 1));
    const weight = joined ? wholeWeight : each[at]!;
    compared.push({ words: parts, weight, isTelling: joined || isTelling(parts[0]!) });
    if (joined) at += 1;
  }
  return compared;
}
