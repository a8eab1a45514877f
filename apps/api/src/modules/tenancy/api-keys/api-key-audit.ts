import { type ApiKey } from '../../../platform/auth/index.js';
import { type AuditEntry, diffChanges } from '../../../platform/audit/index.js';

const auditedFields = [
  'name',
  'scopes',
  'rateLimit',
  'status',
  'ipAllowlist',
  'expiresAt',
  'prefix',
  'lastFour',
] as const;

const verbs = { api_key_created: 'created', api_key_updated: 'changed', api_key_revoked: 'revoked' } as const;

/** Returns the audit entry for an API key. `before` is null for a new one. */
export const apiKeyAuditEntry = (event: keyof typeof verbs, before: ApiKey | null, after: ApiKey): AuditEntry => ({
  event,
  resourceType: 'api_key',
  resourceId: after.id,
  summary: `API key ${after.name} ${verbs[event]}`,
  changes: diffChanges<Partial<ApiKey>>(before ?? {}, after, auditedFields),
});
