export {
  ChainVerifier,
  type ChainEntry,
  type ChainFault,
  type ChainHead,
  firstPreviousHash,
  readHead,
} from './chain-verifier.js';
export { entryHash, sha256 } from './entry-hash.js';
