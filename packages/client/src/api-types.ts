import type { components } from './generated/api.js';

export type { components, paths } from './generated/api.js';

/** Every code an answer may carry; what to do about each stands at `/errors/<CODE>` of the server. */
export type ErrorCode = components['schemas']['ErrorCode'];
