export { ExpiredAnswers } from './expired-answers.js';
export { IdempotencyModule } from './idempotency.module.js';
export type { OnceRequest } from './once-request.js';
