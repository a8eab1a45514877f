import { tokenizeName } from '../names/parse-name.js';
import { frequentWords } from '../names/weak-words.js';
import type { SimilarityModel } from './similarity-model.js';

const gramLengths = [2, 3, 4];
/** Number of names that the shares of frequent words refer to. */
const names = 1_000;

type GramVector = ReadonlyMap<string, number>;

/**
 * A local text model: names as vectors of the groups of 2 to 4 letters in their words, weighted by the rarity of each group (TF-IDF, from
 * the included table of frequent words in company names) and compared by the cosine of their angle. It is not trained and knows no
 * meanings: it tolerates differences in spelling, order and missing words.
 */
export class NgramModel implements SimilarityModel {
  readonly name = 'local character n-gram TF-IDF';

  similarities(name: string, others: readonly string[]): Promise<readonly number[]> {
    const vector = vectorOf(name);
    return Promise.resolve(others.map((other) => cosine(vector, vectorOf(other))));
  }
}

function gramsOf(word: string): readonly string[] {
  const marked = ` ${word} `;
  return gramLengths.flatMap((length) =>
    Array.from({ length: Math.max(0, marked.length - length + 1) }, (_, at) => marked.slice(at, at + length)),
  );
}

/** Number of names out of a thousand that contain a group of letters, as far as frequent words show. */
const frequencies: ReadonlyMap<string, number> = (() => {
  const counted = new Map<string, number>();
  for (const [word, share] of frequentWords) {
    for (const gram of new Set(gramsOf(word))) counted.set(gram, (counted.get(gram) ?? 0) + share);
  }
  return counted;
})();

const rarity = (gram: string): number => Math.log((names + 1) / (Math.min(names, frequencies.get(gram) ?? 0) + 1)) + 1;

function vectorOf(name: string): GramVector {
  const vector = new Map<string, number>();
  for (const word of tokenizeName(name)) {
    for (const gram of gramsOf(word)) vector.set(gram, (vector.get(gram) ?? 0) + rarity(gram));
  }
  const length = Math.hypot(...vector.values());
  for (const [gram, weight] of vector) vector.set(gram, weight / length);
  return vector;
}

/** Both vectors have the length 1. */
function cosine(a: GramVector, b: GramVector): number {
  let sum = 0;
  for (const [gram, weight] of a) sum += weight * (b.get(gram) ?? 0);
  return Math.min(1, sum);
}
