export {
  exceededError,
  type RateLimitOwner,
  type RateLimitStatus,
  RateLimiter,
  rateLimitError,
  RateWindowStore,
} from './rate-limiter.js';
