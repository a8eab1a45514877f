import type { components } from './generated/api.js';

export type { components, paths } from './generated/api.js';

/** Every code that a response may carry. The page `/errors/<CODE>` of the server explains how to handle each. */
export type ErrorCode = components['schemas']['ErrorCode'];
