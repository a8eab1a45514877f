export { ChainVerifier, type ChainEntry, type ChainFault, type ChainHead, readHead } from './chain-verifier.js';
export { entryHash, firstPreviousHash } from './entry-hash.js';
