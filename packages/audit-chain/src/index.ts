export { ChainCheck, type ChainEntry, type ChainFault, type ChainHead } from './chain-check.js';
export { entryHash, firstPreviousHash } from './entry-hash.js';
export { readHead } from './read-head.js';
