export {
  answerOf,
  pageClient,
  pagesOf,
  tamisClient,
  type TamisClient,
  type TamisClientOptions,
} from './tamis-client.js';
export type { components, ErrorCode, paths } from './api-types.js';

export { retryingFetch } from './retrying-fetch.js';

export { TamisError } from './tamis-error.js';
