export { type CountedRequest, RateLimiter } from './rate-limiter.js';
export { rateLimitError } from './rate-limit-error.js';
export { RateWindowStore } from './rate-window-store.js';
