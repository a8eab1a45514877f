export { type RateLimitStatus, RateLimiter, rateLimitError, RateWindowStore } from './rate-limiter.js';
