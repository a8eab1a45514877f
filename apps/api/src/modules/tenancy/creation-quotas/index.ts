export { type Quota, type QuotaModule, quotaModules, type QuotaPeriod, quotaPeriods } from './domain/quota.js';
export { quotaExceeded, takeQuota } from './use-cases/quota-exceeded.js';
export { type QuotaRequest, setQuota } from './use-cases/set-quota.js';
