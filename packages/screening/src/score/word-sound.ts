import { phoneticSkeleton } from '../similarity/word-similarity.js';
import { hashWord, soundKey } from './word-keys.js';

/** The sound of a word as two hashes. Words with equal hashes are taken to sound alike, here and in every index. */
export interface WordSound {
  /** Hash of its consonants by sound. */
  readonly skeleton: number;
  /** The same without what different languages spell differently. */
  readonly sound: number;
}

const known = new Map<string, WordSound>();
const maxKnown = 20_000;

export function soundOf(word: string): WordSound {
  const found = known.get(word);
  if (found !== undefined) return found;
  const skeleton = phoneticSkeleton(word);
  const sound = { skeleton: hashWord(skeleton), sound: hashWord(soundKey(skeleton)) };
  if (known.size >= maxKnown) known.clear();
  known.set(word, sound);
  return sound;
}
