import { normalizedName } from '../texts/name-tokens.js';
import type { SimilarityAlgorithm } from './similarity-algorithms.js';

/** The number of characters that the normalized name and another one share, and the code points of each. */
interface SharedCharacters {
  readonly shared: number;
  readonly length: number;
  readonly otherLength: number;
}

/** A measure may be rounded up, but its ceiling must not be rounded down. */
const rounding = 1e-9;

/** Each character that is not shared requires an edit. */
const editCeiling = ({ shared, length, otherLength }: SharedCharacters): number =>
  shared / Math.max(length, otherLength, 1) + rounding;

/** Assumes that all shared characters are in reach and in order, after the longest prefix that counts. */
function jaroWinklerCeiling({ shared, length, otherLength }: SharedCharacters): number {
  if (shared === 0) return 0;
  const jaro = (shared / length + shared / otherLength + 1) / 3;
  return jaro + 0.4 * (1 - jaro) + rounding;
}

const codeUnits = 0x1_0000;
const surrogate = /[\uD800-\uDFFF]/;

/** Returns `null` if characters are not single code units, so that nothing can be derived. */
function sharedWith(name: string): (other: string) => SharedCharacters | null {
  const left = new Int32Array(codeUnits);
  for (let index = 0; index < name.length; index += 1) left[name.charCodeAt(index)]! += 1;
  const isPlain = !surrogate.test(name);
  return (other) => {
    if (!isPlain || surrogate.test(other)) return null;
    let shared = 0;
    // The counts are restored afterwards, so that they need not be copied for every name.
    for (let index = 0; index < other.length; index += 1) if (left[other.charCodeAt(index)]!-- > 0) shared += 1;
    for (let index = 0; index < other.length; index += 1) left[other.charCodeAt(index)]! += 1;
    return { shared, length: name.length, otherLength: other.length };
  };
}

/** Whether the letters prove nothing, because two common words are compared on their own, and repeated words are dropped. */
function wordsDecide(name: string): (other: string) => boolean {
  const words = name.split(' ');
  const distinct = new Set(words);
  return (other) => {
    const others = other.split(' ');
    const common = others.filter((word) => distinct.has(word)).length;
    return common > 1 || distinct.size < words.length || new Set(others).size < others.length;
  };
}

type Ceiling = (name: string) => (other: string) => number;

const byLetters =
  (ceiling: (characters: SharedCharacters) => number): Ceiling =>
  (name) => {
    const shared = sharedWith(name);
    return (other) => {
      const characters = shared(other);
      return characters ? ceiling(characters) : 1;
    };
  };

/** The ceilings for normalized names. If absent, their letters prove nothing. */
const ceilings: Partial<Readonly<Record<SimilarityAlgorithm, Ceiling>>> = {
  jaro_winkler: byLetters(jaroWinklerCeiling),
  levenshtein: byLetters(editCeiling),
  token_set: (name) => {
    const ceiling = byLetters(editCeiling)(name);
    const decide = wordsDecide(name);
    return (other) => (decide(other) ? 1 : ceiling(other));
  },
};

/** Returns the maximum similarity of a name to others, derived only from their letters: values below a threshold need no comparison. */
export function similarityCeiling(name: string, algorithm: SimilarityAlgorithm): (other: string) => number {
  const ceiling = ceilings[algorithm]?.(normalizedName(name));
  return (other) => ceiling?.(normalizedName(other)) ?? 1;
}
