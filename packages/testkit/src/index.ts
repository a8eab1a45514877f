export { createTestDatabase, type TestDatabase } from './database/create-test-database.js';
export { type OwnServer, startOwnServer } from './database/start-own-server.js';
export { type PromiseFigure, reportPromise } from './promises/report-promise.js';
