import { failure, ok, type Result } from '@tamis/stdx';

import { type AuditEntry, byAdministration, creationChanges, recordAudit } from '../../../../platform/audit/index.js';
import { insertApiKey, permissions } from '../../../../platform/auth/index.js';
import { inTransaction, newId, type PgPool, type Transaction } from '../../../../platform/database/index.js';
import type { Account, OrganizationEnvironment } from '../domain/account.js';
import { requestLimits, type Plan } from '../domain/plan.js';
import { slugOf } from '../domain/slug.js';
import { findAccount, insertAccount, lockAccountName } from '../persistence/organization-store.js';

export interface CreatedOrganization {
  readonly organizationId: string;
  readonly apiKeyId: string;
  /** Shown only once: only its hash is stored. */
  readonly key: string;
}

export interface ExistingOrganization {
  readonly organizationId: string;
}

export type AccountOutcome =
  | ({ readonly created: true } & Account<CreatedOrganization>)
  | ({ readonly created: false } & Account<ExistingOrganization>);

export interface AccountRequest {
  readonly name: string;
  /** The segment of the keys that identifies the deployment. */
  readonly deployment: string;
  /** Whether an existing account with this name is returned (without keys) instead of an error. */
  readonly ifMissing: boolean;
}

const initialPlan: Plan = 'professional';

export type AccountProblem = 'name-empty' | 'name-taken';

/** Creates a production organization and its sandbox, each with a key that has all permissions, or nothing at all. */
export async function createAccount(
  pool: PgPool,
  request: AccountRequest,
): Promise<Result<AccountOutcome, AccountProblem>> {
  const slug = slugOf(request.name);
  if (slug === '') return failure('name-empty');
  return inTransaction(pool, null, async (client) => {
    await lockAccountName(client, slug);
    const existing = await findAccount(client, slug);
    if (existing && !request.ifMissing) return failure('name-taken');
    if (existing) {
      const [production, sandbox] = [{ organizationId: existing.production }, { organizationId: existing.sandbox }];
      return ok({ created: false, production, sandbox });
    }
    const ids = { production: newId(), sandbox: newId() };
    await insertAccount(client, ids, { slug, name: request.name, countryCode: null, plan: initialPlan, parents: null });
    const sandbox = await initializeOrganization(client, request, ids, 'sandbox');
    const production = await initializeOrganization(client, request, ids, 'production');
    return ok({ created: true, production, sandbox });
  });
}

const firstKeyAuditEntry = (id: string): AuditEntry => ({
  event: 'api_key_created',
  resourceType: 'api_key',
  resourceId: id,
  summary: 'first API key created, with every permission',
});

async function initializeOrganization(
  client: Transaction,
  { name, deployment }: AccountRequest,
  ids: Account<string>,
  environment: OrganizationEnvironment,
): Promise<CreatedOrganization> {
  const organizationId = ids[environment];
  await client.switchOrganization(organizationId);
  const made = await insertApiKey(client, {
    organizationId,
    name: `${name}, first key`,
    deployment,
    scopes: permissions,
    ...requestLimits(initialPlan, environment, null),
  });
  await recordAudit(client, byAdministration(organizationId), [
    {
      event: 'organization_created',
      resourceType: 'organization',
      resourceId: organizationId,
      summary: `organization ${name} created`,
      changes: creationChanges({ name, environment, plan: initialPlan }),
    },
    firstKeyAuditEntry(made.id),
  ]);
  return { organizationId, apiKeyId: made.id, key: made.key };
}
