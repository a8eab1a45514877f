export { ExpiredResponsesCleanup } from './expired-responses-cleanup.js';
export { IdempotencyModule } from './idempotency.module.js';
export type { IdempotentRequest } from './idempotent-request.js';
export { LastStep } from './last-step.js';
export type { RequestCaller } from './idempotency-handler.js';
export { CurrentIdempotentRequest, Post, PostBody } from './post.js';
