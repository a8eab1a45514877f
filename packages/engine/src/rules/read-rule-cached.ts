import { readRules, type ReadResult } from '@tamis/lang';
import { newTextLruCache } from './text-lru-cache.js';

/** Limit in characters of sources. Syntax trees and what is kept with them take a hundred times as many bytes. */
const maxCharacters = 100_000;

const parseCache = newTextLruCache<ReadResult>(maxCharacters);

/** Syntax trees still alive although they are no longer cached, such as those of a set being compiled. */
const liveTrees = new Map<string, WeakRef<ReadResult>>();
const treeFinalizer = new FinalizationRegistry<string>((source) => {
  if (liveTrees.get(source)?.deref() === undefined) liveTrees.delete(source);
});

/** Like `readRules`, but a recently read source is not parsed again. The result is frozen and depends only on the text. */
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
