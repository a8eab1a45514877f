import type { Call, TestResponse } from '../../../apps/api/test/support/start-test-api.js';
import type { Attack } from '../attack.js';
import { allRights, standardRoles } from '../standard-roles.js';
import type { World } from '../world.js';

/** Who makes a request, what it is, and how it must be refused. */
export interface Row {
  readonly who: string;
  readonly what: string;
  readonly request: (names: Names) => readonly [method: string, path: string, body?: object];
  readonly status: number;
  readonly code?: string;
}

/** Ids to which rows refer: of records, roles, keys and members created for them. */
export type Names = Readonly<Record<string, string>>;

const later = '2099-01-01T00:00:00Z';
const soon = new Date(Date.now() + 3_600_000).toISOString();

/** Requests of a sandbox concerning what it shares with production. */
const sandboxRows: readonly Row[] = (
  [
    ['invites an owner with access to production', ({ ownerRole }) => ['POST', '/members/invite', { email: 'new@evil.example', roleId: ownerRole, environmentAccess: 'both' }]],
    ['invites a member of the sandbox alone', ({ memberRole }) => ['POST', '/members/invite', { email: 'only@evil.example', roleId: memberRole, environmentAccess: 'sandbox' }]],
    ['removes an admin of production', ({ adminMember }) => ['DELETE', `/members/${adminMember}`]],
    ['demotes an admin of production', ({ adminMember, memberRole }) => ['PATCH', `/members/${adminMember}`, { roleId: memberRole }]],
    ['deactivates an admin of production', ({ adminMember }) => ['PATCH', `/members/${adminMember}`, { status: 'deactivated' }]],
    ['gives a member access to production', ({ member }) => ['PATCH', `/members/${member}`, { environmentAccess: 'both' }]],
    ['takes access to production from a member', ({ member }) => ['PATCH', `/members/${member}`, { environmentAccess: 'sandbox' }]],
    ['widens a role', ({ customRole }) => ['PATCH', `/roles/${customRole}`, { permissions: [...allRights] }]],
    ['narrows a role', ({ customRole }) => ['PATCH', `/roles/${customRole}`, { permissions: ['rules:read'] }]],
    ['makes a role', () => ['POST', '/roles', { name: 'from below', permissions: ['rules:read'] }]],
    ['removes a role', ({ customRole }) => ['DELETE', `/roles/${customRole}`]],
    ['renames the organization', ({ sandbox }) => ['PATCH', `/organizations/${sandbox}`, { name: 'Renamed from below' }]],
    ['makes a child organization', ({ sandbox }) => ['POST', `/organizations/${sandbox}/children`, { name: 'Child', countryCode: 'BR' }]],
    ['renames production by its id', ({ production }) => ['PATCH', `/organizations/${production}`, { name: 'Renamed from below' }], 404],
    ['makes a child of production', ({ production }) => ['POST', `/organizations/${production}/children`, { name: 'Child', countryCode: 'BR' }], 404],
    ['clears production', ({ production }) => ['POST', `/organizations/${production}/reset`, {}], 404],
    ['reads production by its id', ({ production }) => ['GET', `/organizations/${production}`], 404],
    ['revokes a key of production', ({ strongKey }) => ['DELETE', `/api-keys/${strongKey}`], 404],
    ['rotates a key of production', ({ strongKey }) => ['POST', `/api-keys/${strongKey}/rotate`, {}], 404],
  ] as [string, Row['request'], number?][]
).map(([what, request, status = 403]) => ({ who: 'sandbox', what, request, status })); // prettier-ignore

/** Requests of a key with an expiry date and allowed addresses that would remove these limits, or give more than the key itself may do. */
const boundRows: readonly Row[] = (
  [
    ['mints a key without bounds', () => ['POST', '/api-keys', { name: 'k', permissions: ['rules:read'] }]],
    ['mints a key without an end', () => ['POST', '/api-keys', { name: 'k', permissions: ['rules:read'], ipAllowlist: ['127.0.0.1/32'] }]],
    ['mints a key that outlives it', () => ['POST', '/api-keys', { name: 'k', permissions: ['rules:read'], ipAllowlist: ['127.0.0.1/32'], expiresAt: later }]],
    ['mints a key from everywhere', () => ['POST', '/api-keys', { name: 'k', permissions: ['rules:read'], expiresAt: soon }]],
    ['mints a key from any address', () => ['POST', '/api-keys', { name: 'k', permissions: ['rules:read'], expiresAt: soon, ipAllowlist: ['0.0.0.0/0'] }]],
    ['mints a key from any address of IPv6', () => ['POST', '/api-keys', { name: 'k', permissions: ['rules:read'], expiresAt: soon, ipAllowlist: ['::/0'] }]],
    ['mints a key from its own and another address', () => ['POST', '/api-keys', { name: 'k', permissions: ['rules:read'], expiresAt: soon, ipAllowlist: ['127.0.0.1/32', '10.0.0.1'] }]],
    ['mints a key from a block around its own', () => ['POST', '/api-keys', { name: 'k', permissions: ['rules:read'], expiresAt: soon, ipAllowlist: ['126.0.0.0/7'] }]],
    ['mints a key with a permission it lacks', () => ['POST', '/api-keys', { name: 'k', permissions: ['rules:publish'], expiresAt: soon, ipAllowlist: ['127.0.0.1/32'] }]],
    ['takes its own end off', ({ boundedKey }) => ['PATCH', `/api-keys/${boundedKey}`, { expiresAt: null }]],
    ['moves its own end', ({ boundedKey }) => ['PATCH', `/api-keys/${boundedKey}`, { expiresAt: later }]],
    ['takes its own addresses off', ({ boundedKey }) => ['PATCH', `/api-keys/${boundedKey}`, { ipAllowlist: [] }]],
    ['widens its own addresses', ({ boundedKey }) => ['PATCH', `/api-keys/${boundedKey}`, { ipAllowlist: ['0.0.0.0/0'] }]],
    ['gives itself permissions', ({ boundedKey }) => ['PATCH', `/api-keys/${boundedKey}`, { permissions: ['rules:publish'] }]],
    ['changes a stronger key', ({ strongKey }) => ['PATCH', `/api-keys/${strongKey}`, { name: 'weak' }]],
    ['weakens a stronger key', ({ strongKey }) => ['PATCH', `/api-keys/${strongKey}`, { permissions: ['rules:read'] }]],
    ['ends a stronger key', ({ strongKey }) => ['PATCH', `/api-keys/${strongKey}`, { expiresAt: soon }]],
    ['rotates a stronger key', ({ strongKey }) => ['POST', `/api-keys/${strongKey}/rotate`, {}]],
    ['makes a role', () => ['POST', '/roles', { name: 'More', permissions: ['rules:read'] }], 'FORBIDDEN'],
    ['invites a member', ({ memberRole }) => ['POST', '/members/invite', { email: 'friend@evil.example', roleId: memberRole }], 'FORBIDDEN'],
    ['invites an owner', ({ ownerRole }) => ['POST', '/members/invite', { email: 'owner@evil.example', roleId: ownerRole }], 'FORBIDDEN'],
  ] as [string, Row['request'], string?][]
).map(([what, request, code = 'PERMISSION_ESCALATION']) => ({ who: 'bounded', what, request, status: 403, code })); // prettier-ignore

/** Requests of an admin, who may do less than an owner, that concern an owner. */
const aboveRows: readonly Row[] = (
  [
    ['demotes an owner', ({ ownerMember, memberRole }) => ['PATCH', `/members/${ownerMember}`, { roleId: memberRole }]],
    ['deactivates an owner', ({ ownerMember }) => ['PATCH', `/members/${ownerMember}`, { status: 'deactivated' }]],
    ['takes production from an owner', ({ ownerMember }) => ['PATCH', `/members/${ownerMember}`, { environmentAccess: 'none' }]],
    ['renames an owner', ({ ownerMember }) => ['PATCH', `/members/${ownerMember}`, { firstName: 'Nobody' }]],
    ['removes an owner', ({ ownerMember }) => ['DELETE', `/members/${ownerMember}`]],
    ['makes a member an owner', ({ member, ownerRole }) => ['PATCH', `/members/${member}`, { roleId: ownerRole }]],
    ['invites an owner', ({ ownerRole }) => ['POST', '/members/invite', { email: 'second@evil.example', roleId: ownerRole }]],
    ['makes a role that may do what he may not', () => ['POST', '/roles', { name: 'Billing', permissions: ['billing:manage'] }]],
    ['widens a role beyond himself', ({ customRole }) => ['PATCH', `/roles/${customRole}`, { permissions: ['billing:manage'] }]],
    ['narrows a role beyond himself', ({ billingRole }) => ['PATCH', `/roles/${billingRole}`, { permissions: ['rules:read'] }]],
    ['removes a role beyond himself', ({ billingRole }) => ['DELETE', `/roles/${billingRole}`]],
    ['mints a key beyond himself', () => ['POST', '/api-keys', { name: 'k', permissions: ['billing:manage'] }]],
    ['widens a key beyond himself', ({ weakKey }) => ['PATCH', `/api-keys/${weakKey}`, { permissions: ['billing:manage'] }]],
    ['rotates a key beyond himself', ({ wholeKey }) => ['POST', `/api-keys/${wholeKey}/rotate`, {}]],
    ['changes a key beyond himself', ({ wholeKey }) => ['PATCH', `/api-keys/${wholeKey}`, { name: 'mine' }]],
  ] as [string, Row['request']][]
).map(([what, request]) => ({ who: 'admin', what, request, status: 403, code: 'PERMISSION_ESCALATION' })); // prettier-ignore

/** Permissions, each with a request that it must not allow through a body field or a detour. `who` is the permission. */
const backDoorRows: readonly Row[] = (
  [
    ['rules:edit', 'puts a rule in force', ({ idleRule }) => ['PATCH', `/rules/${idleRule}`, { status: 'active' }]],
    ['rules:edit', 'puts a rule in shadow', ({ idleRule }) => ['PATCH', `/rules/${idleRule}`, { status: 'shadow' }]],
    ['rules:edit', 'switches a rule off', ({ rule }) => ['PATCH', `/rules/${rule}`, { enabled: false }]],
    ['rules:edit', 'changes a rule in force', ({ rule }) => ['PATCH', `/rules/${rule}`, { score: 99 }]],
    ['rules:edit', 'puts several rules in force', ({ idleRule }) => ['POST', '/rules/bulk', { rules: [{ id: idleRule }], status: 'active' }]],
    ['rules:edit', 'switches several rules off', ({ rule }) => ['POST', '/rules/bulk', { rules: [{ id: rule }], enabled: false }]],
    ['rules:edit', 'takes a guard off', ({ rule }) => ['DELETE', `/rules/${rule}/guard`]],
    ['rules:create', 'puts a plan in force', () => ['POST', '/rules/apply', { planId: '00000000-0000-7000-8000-000000000001' }]],
    ['risk_matrices:edit', 'changes a matrix in force', ({ riskMatrix }) => ['PATCH', `/risk-matrices/${riskMatrix}`, { description: 'taken' }]],
    ['risk_matrices:edit', 'chooses the matrices of all payments', () => ['PUT', '/risk-matrices/defaults', { transaction: [] }]],
    ['organization:edit', 'loosens the policy of rules', ({ production }) => ['PATCH', `/organizations/${production}`, { settings: { rulePolicy: { requireSecondPerson: false } } }]],
    ['organization:edit', 'changes the time zone of rules', ({ production }) => ['PATCH', `/organizations/${production}`, { timezone: 'America/Lima' }]],
    ['organization:edit', 'changes the currency of rules', ({ production }) => ['PATCH', `/organizations/${production}`, { baseCurrency: 'BRL' }]],
    ['entities:create', 'changes an entity by upsert', () => ['PUT', '/entities/upsert', { entity: { type: 'company', name: 'a', countryCode: 'BR' } }]],
    ['events:create', 'sends payments as a batch', () => ['POST', '/transactions/batch', { transactions: [] }]],
    ['events:create', 'cancels a batch of payments', ({ batchJob }) => ['POST', `/batch-import/jobs/${batchJob}/control`, { kind: 'transaction_batch', action: 'cancel' }]],
    ['batch:read', 'reads which rows were not stored', ({ batchJob }) => ['GET', `/batch-import/jobs/${batchJob}?include=failures`]],
    ['events:create', 'reads payments of a batch', ({ batchJob }) => ['GET', `/batch-import/jobs/${batchJob}/payload`]],
    ['events:create', 'reads failures of payments', ({ batchJob }) => ['GET', `/batch-import/transaction-jobs/${batchJob}/failures`]],
    ['events:create', 'reads failures of payments as CSV', ({ batchJob }) => ['GET', `/batch-import/transaction-jobs/${batchJob}/failures.csv`]],
    ['events:read', 'reads payments of a batch', ({ batchJob }) => ['GET', `/batch-import/jobs/${batchJob}/payload`]],
    ['transactions:read', 'reads events of a batch', ({ userEventJob }) => ['GET', `/batch-import/jobs/${userEventJob}/payload`]],
    ['entities:create', 'sends entities as a batch', () => ['POST', '/entities/batch/background', { entities: [] }]],
    ['entities:read', 'reads entities of a batch as they were sent', ({ entityJob }) => ['GET', `/batch-import/jobs/${entityJob}/payload`]],
    ['entities:create', 'reads which entities were not stored', ({ entityJob }) => ['GET', `/batch-import/entity-jobs/${entityJob}/failures`]],
    ['transactions:create', 'cancels a batch of entities', ({ entityJob }) => ['POST', `/batch-import/jobs/${entityJob}/control`, { kind: 'entity_batch', action: 'cancel' }]],
    ['batch:read', 'reads what was sent', ({ batchJob }) => ['GET', `/batch-import/jobs/${batchJob}/payload`]],
    ['cases:create', 'assigns a case', ({ memberRole }) => ['POST', '/intelligence/investigations', { name: 'x', assignedTo: memberRole }]],
    ['cases:read', 'reads alerts in the inbox', () => ['GET', '/intelligence/inbox']],
    ['rules:execute', 'reads a rule', ({ rule }) => ['GET', `/rules/${rule}`]],
    ['rules:execute', 'reads runs', ({ evaluation }) => ['GET', `/evaluations/${evaluation}`]],
    ['rules:read', 'replays a run', ({ evaluation }) => ['POST', `/evaluations/${evaluation}/replay`, {}]],
    ['alerts:edit', 'reads alerts', () => ['GET', '/intelligence/alerts']],
    ['members:manage', 'invites more than it may', ({ memberRole }) => ['POST', '/members/invite', { email: 'x@evil.example', roleId: memberRole }]],
    ['roles:manage', 'makes a role that may more', () => ['POST', '/roles', { name: 'Wide', permissions: ['rules:read'] }]],
    ['api_keys:manage', 'mints a key that may more', () => ['POST', '/api-keys', { name: 'k', permissions: ['rules:read'] }]],
    ['api_keys:read', 'makes a key', () => ['POST', '/api-keys', { name: 'k', permissions: ['api_keys:read'] }]],
    ['webhooks:read', 'reads what a webhook was sent', ({ webhook, delivery }) => ['GET', `/webhook-config/${webhook}/deliveries/${delivery}`]],
    ['webhooks:read', 'turns a secret', ({ webhook }) => ['POST', `/webhook-config/${webhook}/rotate-secret`, {}]],
    ['data_lists:edit', 'shares a list', ({ list }) => ['POST', `/data-lists/${list}/child-share`, { childOrganizationIds: [] }]],
    ['audit:read', 'exports the trail', () => ['GET', '/audit/events/export']],
  ] as [string, string, Row['request']][]
).map(([who, what, request]) => ({ who, what, request, status: 403 })); // prettier-ignore

const rows = { sandboxRows, boundRows, aboveRows, backDoorRows };

/** Returns the attacks of one of the tables, made with the keys that their `who` names. */
export function attacksOn(table: keyof typeof rows, { api }: World, names: Names, keys: Names): readonly Attack[] {
  return rows[table].map(({ who, what, request, status, code }) => ({
    what: `${who} ${what}`,
    got: async () => {
      const [method, path, body] = request(names);
      const call: Call = { method, key: keys[who]!, ...(body && { body }) };
      return problemOf(await api.call(path, call), status, code);
    },
  }));
}

function problemOf({ status, text, body }: TestResponse, due: number, code?: string): string | null {
  const shown = (body as { error?: { code?: string } } | undefined)?.error?.code;
  return status === due && (code === undefined || shown === code) ? null : `${status} ${text}`;
}

/** Permissions of the keys to which rows refer. */
export const permissionsOfKeys: Readonly<Record<string, readonly string[]>> = {
  admin: [...standardRoles['Admin']!],
  bounded: ['api_keys:manage', 'api_keys:read', 'roles:manage', 'members:manage', 'rules:read'],
  ...Object.fromEntries(backDoorRows.map(({ who }) => [who, [who]])),
};
