export { type QuotaModule, quotaModules, type QuotaPeriod, quotaPeriods } from './quota.js';
export { isQuotaExceeded, toQuotaExceededError, consumeQuota, consumeQuotasAtEnd } from './quota-exceeded-error.js';
export { type QuotaRequest, setQuota } from './set-quota.js';
