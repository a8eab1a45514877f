export { ExpiredResponsesCleanup } from './expired-answers.js';
export { IdempotencyModule } from './idempotency.module.js';
export type { IdempotentRequest } from './once-request.js';
export { CurrentIdempotentRequest, Post } from './post.js';
