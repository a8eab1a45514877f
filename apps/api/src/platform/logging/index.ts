export { NestLogs } from './nest-logs.js';
export { newLogger, organizationOf, requestLog } from './new-logger.js';
