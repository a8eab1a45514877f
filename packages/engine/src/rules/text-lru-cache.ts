import { LRUCache } from 'lru-cache';

/** Values by text, of so many characters in all; the one used longest ago goes first. */
export const newTextLruCache = <Value extends object | string>(maxCharacters: number): LRUCache<string, Value> =>
  new LRUCache({ maxSize: maxCharacters, sizeCalculation: (_, text) => Math.max(1, text.length) });
