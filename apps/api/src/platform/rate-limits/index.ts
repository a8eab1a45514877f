export { PersonRateLimiter, PersonWindowStore } from './person-rate-limiter.js';
export {
  exceededError,
  type RateLimitOwner,
  type RateLimitStatus,
  RateLimiter,
  rateLimitError,
  RateWindowStore,
  remainingRequestsSql,
} from './rate-limiter.js';
