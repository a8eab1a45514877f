export { ExpiredAnswers } from './expired-answers.js';
export { IdempotencyModule } from './idempotency.module.js';
export type { OnceRequest } from './once-request.js';
export { OnceKey, Post } from './post.js';
