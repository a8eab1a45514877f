export { answerOf } from './answer-of.js';
export type { components, ErrorCode, paths } from './api-types.js';
export { tamisClient, type TamisClient, type TamisClientOptions } from './tamis-client.js';
export { TamisError } from './tamis-error.js';
