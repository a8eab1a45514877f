export { createTestDatabase, type TestDatabase } from './database/create-test-database.js';
export { type OwnServer, startOwnServer } from './database/start-own-server.js';
export { endWithProcess } from './process/end-with-process.js';
export { type PromiseFigure, reportPromise } from './promises/report-promise.js';
