import { readRules, type ReadResult } from '@tamis/lang';
import { newTextLruCache } from './text-lru-cache.js';

/** Trees, and what is kept with them, take a hundred times as many bytes. */
const maxCharacters = 100_000;

const parseCache = newTextLruCache<ReadResult>(maxCharacters);

/** Trees that are still there, though not kept: those of a set are, while it is compiled. */
const liveTrees = new Map<string, WeakRef<ReadResult>>();
const treeFinalizer = new FinalizationRegistry<string>((source) => {
  if (liveTrees.get(source)?.deref() === undefined) liveTrees.delete(source);
});

/**
 * As `readRules`, but a source read a short while ago is not read again. What is read is frozen and follows from the text alone.
 */
export function readRuleCached(source: string): ReadResult {
  const known = parseCache.get(source) ?? liveTrees.get(source)?.deref();
  const read = known ?? readRules(source);
  parseCache.set(source, read);
  if (!known) {
    liveTrees.set(source, new WeakRef(read));
    treeFinalizer.register(read, source);
  }
  return read;
}
