export type { DevDb, DevDbOptions } from './dev-db.js';
export { DevDbError, type DevDbErrorCode } from './dev-db-error.js';
export { defaultCacheDir } from './default-cache-dir.js';
export { startDevDb } from './start-dev-db.js';
