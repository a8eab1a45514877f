export { creationBlockedEntry } from './block-audit.js';
export type { BlockedCreation } from './creation-block.js';
export { findBlockedCreation, findBlockedCreations } from './find-blocked-creation.js';
