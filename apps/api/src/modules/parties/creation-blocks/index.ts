export { CreationBlocksModule } from './creation-blocks.module.js';
export { creationBlocked } from './block-audit.js';
export type { BlockedCreation } from './creation-block.js';
export { findBlockedCreation } from './find-blocked-creation.js';
