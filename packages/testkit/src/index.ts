export { createTestDatabase, type TestDatabase } from './database/create-test-database.js';
export { type OwnServer, startOwnServer } from './database/start-own-server.js';
export { onceAProcess } from './process/once-a-process.js';
export { type PromiseFigure, reportPromise, isWhole, partSeed, wholeOrPart } from './promises/report-promise.js';
export { freePort } from './servers/free-port.js';
export { type Balancer, startHaproxy } from './servers/start-haproxy.js';
export { type Pooler, type PoolerOptions, startPgBouncer } from './servers/start-pgbouncer.js';
export { type Replica, startReplica } from './servers/start-replica.js';
export { findProgram, type SystemServer } from './servers/system-program.js';
