export { createTestDatabase, type TestDatabase } from './database/create-test-database.js';
export { type OwnServer, startOwnServer } from './database/start-own-server.js';
export { onceAProcess } from './process/once-a-process.js';
export { type PromiseFigure, reportPromise } from './promises/report-promise.js';
export { isWhole, partSeed, wholeOrPart } from './promises/whole-or-part.js';
