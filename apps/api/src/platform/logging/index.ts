export { NestLogs } from './nest-logs.js';
export { newLogger } from './new-logger.js';
export { organizationOf, requestLog } from './request-log.js';
