export { type CountedRequest, RateLimiter, rateLimitError, RateWindowStore } from './rate-limiter.js';


