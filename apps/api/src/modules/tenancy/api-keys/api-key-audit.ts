import { type AuditEntry, changesBetween } from '../../../platform/audit/index.js';
import type { ApiKey } from './api-key.js';

const audited = ['name', 'scopes', 'rateLimit', 'status', 'ipAllowlist', 'expiresAt', 'prefix', 'lastFour'] as const;

const verbs = { api_key_created: 'created', api_key_updated: 'changed', api_key_revoked: 'revoked' } as const;

/** `before` is null for a new one. */
export const apiKeyStored = (event: keyof typeof verbs, before: ApiKey | null, after: ApiKey): AuditEntry => ({
  event,
  resourceType: 'api_key',
  resourceId: after.id,
  summary: `API key ${after.name} ${verbs[event]}`,
  changes: changesBetween<Partial<ApiKey>>(before ?? {}, after, audited),
});
