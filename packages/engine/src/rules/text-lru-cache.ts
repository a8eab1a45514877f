import { LRUCache } from 'lru-cache';

/** Creates a cache of values by text, limited by the total number of characters; the least recently used value is evicted first. */
export const newTextLruCache = <Value extends object | string>(maxCharacters: number): LRUCache<string, Value> =>
  new LRUCache({ maxSize: maxCharacters, sizeCalculation: (_, text) => Math.max(1, text.length) });
