export { ChainVerifier, type ChainEntry, type ChainFault, type ChainHead, readHead } from './chain-check.js';
export { entryHash, firstPreviousHash } from './entry-hash.js';
