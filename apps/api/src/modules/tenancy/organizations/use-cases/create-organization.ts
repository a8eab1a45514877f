import { Injectable } from '@nestjs/common';

import { type AuditEntry, byPerson, creationChanges, recordAudit } from '../../../../platform/audit/index.js';
import type { Person } from '../../../../platform/auth/index.js';
import { InjectPgPool, inTransaction, newId, type PgPool } from '../../../../platform/database/index.js';
import { ApiError, invalid } from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import { findActiveMemberships, insertMember, type Member, memberAuditEntry, ownerRole } from '../../members/index.js';
import type { Account } from '../domain/account.js';
import type { Organization } from '../domain/organization.js';
import type { Plan } from '../domain/plan.js';
import { slugOf } from '../domain/slug.js';
import { findAccount, findOrganization, insertAccount, lockAccountName } from '../persistence/organization-store.js';
import type { ChildRequest } from './create-child.js';

const initialPlan: Plan = 'free';

/** `POST /organizations`: creates a pair of organizations owned by the person who makes the request. */
@Injectable()
export class CreateOrganization {
  constructor(@InjectPgPool() private readonly pool: PgPool) {}

  create(person: Person, { name, countryCode }: ChildRequest, now: Date): Promise<Account<Organization>> {
    const plain = slugOf(name);
    if (plain === '') throw invalid({ name: 'must contain a letter or a digit' });
    return inTransaction(this.pool, null, async (client) => {
      await lockAccountName(client, person.userId);
      const homes = await findActiveMemberships(client, person.userId);
      if (homes.length >= limits.organizationsPerUser)
        throw new ApiError('FORBIDDEN', `A person can be in at most ${limits.organizationsPerUser} organizations`);
      await lockAccountName(client, plain);
      const ids = { production: newId(), sandbox: newId() };
      // Different people can use the same organization name; it is not revealed that the name already exists.
      const slug = (await findAccount(client, plain)) ? `${plain}-${ids.production.slice(-12)}` : plain;
      await insertAccount(client, ids, { slug, name, countryCode, plan: initialPlan, parents: null });
      const sandbox = (await findOrganization(client, ids.sandbox))!;
      await recordAudit(client, byPerson(ids.sandbox, person), [organizationAuditEntry(sandbox)]);
      await client.switchOrganization(ids.production);
      const production = (await findOrganization(client, ids.production))!;
      const owner = newOwner(person, now);
      await insertMember(client, ids.production, owner);
      await recordAudit(client, byPerson(ids.production, person), [
        organizationAuditEntry(production),
        memberAuditEntry('member_created', null, owner),
      ]);
      return { production, sandbox };
    });
  }
}

const newOwner = ({ userId, email, firstName, lastName }: Person, now: Date): Member => ({
  id: newId(now.getTime()),
  userId,
  email,
  firstName,
  lastName,
  role: ownerRole,
  environmentAccess: 'both',
  status: 'active',
  teams: [],
  lastLoginAt: null,
  createdAt: now,
  version: 1,
});

const organizationAuditEntry = ({ id, name, countryCode, plan }: Organization): AuditEntry => ({
  event: 'organization_created',
  resourceType: 'organization',
  resourceId: id,
  summary: `organization ${name} created`,
  changes: creationChanges({ name, countryCode, plan }),
});
