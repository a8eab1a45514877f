export { AnswerOnce } from './answer-once.js';
export { ExpiredAnswers } from './expired-answers.js';
export { IdempotencyModule } from './idempotency.module.js';
export type { OnceRequest } from './once-request.js';
export { Post, PostWithKey } from './post.js';
