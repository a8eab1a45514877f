export { ExpiredResponsesCleanup } from './expired-responses-cleanup.js';
export { IdempotencyModule } from './idempotency.module.js';
export type { IdempotentRequest } from './idempotent-request.js';
export { LastStep } from './last-step.js';
export { CurrentIdempotentRequest, Post } from './post.js';
export { PostBody } from './post.js';
