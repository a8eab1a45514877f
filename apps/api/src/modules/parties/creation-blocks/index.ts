export { CreationBlocksModule } from './creation-blocks.module.js';
export { creationBlocked } from './domain/block-audit.js';
export type { BlockedCreation } from './domain/creation-block.js';
export { findBlockedCreation } from './use-cases/find-blocked-creation.js';
