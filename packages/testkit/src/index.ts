export { createTestDatabase, type TestDatabase } from './database/create-test-database.js';
export { type OwnServer, startOwnServer } from './database/start-own-server.js';
export { onceAProcess } from './process/once-a-process.js';
export { type PromiseFigure, reportPromise, isWhole, partSeed, wholeOrPart } from './promises/report-promise.js';
