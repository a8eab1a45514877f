export { PersonRateLimiter, PersonWindowStore } from './person-rate-limiter.js';
export { type RateLimitStatus, RateLimiter, rateLimitError, RateWindowStore } from './rate-limiter.js';
