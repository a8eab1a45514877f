export { type CountedRequest, RateLimiter, rateLimitError } from './rate-limiter.js';

export { RateWindowStore } from './rate-window-store.js';
