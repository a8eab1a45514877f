import { similarityOf } from './relate-words.js';
import { wholeWeight } from './read-name.js';
import { weights } from './weights.js';

/** Maximum number of words of a name that are read. */
export const maxWords = 24;

/** All scores are whole numbers of ten-thousandths. */
export const whole = 10_000;

/** Pairs with a weight above this, out of at most 20, identify who is meant. */
export const strongPair = wholeWeight;

/**
 * Returns the score of pairs whose similarities add up to `sum` and whose words weigh `all` in both names together, with the remaining
 * weights `ours` and `theirs`. It grows with the first three arguments and falls with the last two. `strong` is the number of pairs that
 * identify who is meant.
 */
export function scoreOfPairs(sum: number, all: number, strong: number, ours: number, theirs: number): number {
  if (all === 0) return 0;
  const conflict = Math.min(ours, theirs);
  const extra = Math.max(ours, theirs) - conflict;
  const perExtra = strong > 1 ? weights.extra.several : weights.extra.one;
  // Unpaired words count for both names, as the words of a pair do.
  const share = all * whole;
  return Math.floor((sum * share) / (share + 2 * (weights.conflict * conflict + perExtra * extra)));
}

/**
 * Compares the words of two names with each other and computes the score. One grid is reused for millions of names, so that no objects are
 * allocated for them. Its contents are valid until the next pair is written.
 */
export class WordGrid {
  /** Similarity of the words, by row and column (`relateWords`). */
  readonly relations = new Int32Array(maxWords * maxWords);
  readonly rowWeights = new Int32Array(maxWords);
  readonly columnWeights = new Int32Array(maxWords);
  /** Which words distinguish names: 1 for each. */
  readonly rowTelling = new Uint8Array(maxWords);
  readonly columnTelling = new Uint8Array(maxWords);
  rows = 0;
  columns = 0;

  /** The pairs, most similar first: their row and column, and the points they add. */
  pairs = 0;
  readonly pairRow = new Int32Array(maxWords);
  readonly pairColumn = new Int32Array(maxWords);
  readonly pairPoints = new Int32Array(maxWords);
  /** Number of pairs of two telling words, and number of pairs without a particle. */
  tellingPairs = 0;
  countedPairs = 0;
  leftOverCost = 0;

  #rowTaken = 0;
  #columnTaken = 0;

  clear(rows: number, columns: number): void {
    this.rows = rows;
    this.columns = columns;
    this.relations.fill(0, 0, rows * columns);
  }

  /** Pairs each word with one of the other name, regardless of its position, and returns the score of the names. */
  score(): number {
    this.#pairWords();
    let all = 0;
    let strong = 0;
    for (let at = 0; at < this.pairs; at += 1) {
      const weight = this.#weightOf(at);
      all += weight;
      if (weight > strongPair) strong += 1;
    }
    if (all === 0) return 0;
    const sum = this.#givePoints(all);
    const [ours, theirs] = [this.#leftOver(this.rows, this.rowWeights, this.#rowTaken), this.#leftOverOfColumns()];
    const score = scoreOfPairs(sum, all, strong, ours, theirs);
    this.leftOverCost = sum - score;
    return score;
  }

  /** Each pair gets the growth of the rounded sum, so that rounding errors never add up to more than the whole. */
  #givePoints(all: number): number {
    let [matched, sum] = [0, 0];
    for (let at = 0; at < this.pairs; at += 1) {
      const similarity = similarityOf(this.relations[this.pairRow[at]! * this.columns + this.pairColumn[at]!]!);
      matched += similarity * similarity * this.#weightOf(at);
      const grown = Math.round(matched / (whole * all));
      this.pairPoints[at] = grown - sum;
      sum = grown;
    }
    return sum;
  }

  /**
   * Returns whether the pairs are significant: two words must be alike, or the only word that one of the names has. An initial may be one
   * of two such words but is not enough alone.
   */
  isWorthScoring(ourTelling: number, theirTelling: number): boolean {
    if (Math.max(ourTelling, theirTelling) === 0) return true;
    return this.tellingPairs > 0 && (this.countedPairs > 1 || Math.min(ourTelling, theirTelling) <= 1);
  }

  isRowTaken(row: number): boolean {
    return ((this.#rowTaken >>> row) & 1) === 1;
  }

  isColumnTaken(column: number): boolean {
    return ((this.#columnTaken >>> column) & 1) === 1;
  }

  #weightOf(pair: number): number {
    return this.rowWeights[this.pairRow[pair]!]! + this.columnWeights[this.pairColumn[pair]!]!;
  }

  #leftOver(count: number, weightsOf: Int32Array, taken: number): number {
    let sum = 0;
    for (let at = 0; at < count; at += 1) if (((taken >>> at) & 1) === 0) sum += weightsOf[at]!;
    return sum;
  }

  #leftOverOfColumns(): number {
    return this.#leftOver(this.columns, this.columnWeights, this.#columnTaken);
  }

  #pairWords(): void {
    this.pairs = 0;
    this.tellingPairs = 0;
    this.countedPairs = 0;
    this.#rowTaken = 0;
    this.#columnTaken = 0;
    for (let best = this.#bestFree(); best >= 0; best = this.#bestFree()) {
      const [row, column] = [Math.floor(best / this.columns), best % this.columns];
      this.pairRow[this.pairs] = row;
      this.pairColumn[this.pairs] = column;
      this.pairs += 1;
      this.#rowTaken |= 1 << row;
      this.#columnTaken |= 1 << column;
      this.tellingPairs += this.rowTelling[row]! & this.columnTelling[column]!;
      if (Math.min(this.rowWeights[row]!, this.columnWeights[column]!) > particleWeight) this.countedPairs += 1;
    }
  }

  /**
   * Returns the most similar pair of free words. Ties are resolved by the higher weight, then by the words nearest to each other, then by
   * those nearest to the beginning. Two pairs with a common word never tie, so the choice is the same from both sides.
   */
  #bestFree(): number {
    let best = -1;
    let [similarity, weight, distance, place] = [0, 0, 0, 0];
    for (let row = 0; row < this.rows; row += 1) {
      if (this.isRowTaken(row)) continue;
      for (let column = 0; column < this.columns; column += 1) {
        const at = row * this.columns + column;
        const relation = this.relations[at]!;
        if (relation === 0 || this.isColumnTaken(column)) continue;
        const near = similarityOf(relation);
        const heavy = this.rowWeights[row]! + this.columnWeights[column]!;
        const far = Math.abs(row - column);
        const better =
          near - similarity || heavy - weight || distance - far || place - (row + column) || (best < 0 ? 1 : 0);
        if (better <= 0) continue;
        best = at;
        [similarity, weight, distance, place] = [near, heavy, far, row + column];
      }
    }
    return best;
  }
}

/** Weight of a particle (`wordWeight`), in tenths. */
export const particleWeight = 2;
