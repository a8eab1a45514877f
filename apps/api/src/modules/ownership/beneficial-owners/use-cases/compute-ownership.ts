import { Injectable } from '@nestjs/common';
import { type OwnershipRule, reportOwners } from '@tamis/ownership';
import { ScreeningPool } from '@tamis/screening-pool';

import { type Queryable, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';
import { storeOwnership } from '../../../decisions/ownership-data/index.js';
import { lockEntities } from '../../../parties/entities/index.js';
import { findOwnersAbove, findOwningEdges } from '../../../parties/relationships/index.js';
import { type ConfirmedEntity, findConfirmed } from '../../../screening/screenings/index.js';
import { findSettings, ownershipRuleOf } from '../../../tenancy/organization-settings/index.js';
import {
  type ComputedOwnership,
  computedOwnership,
  ownedByNobody,
  type OwnershipSettings,
} from '../domain/computed-ownership.js';
import { firstEnd, ownershipInput } from '../domain/ownership-input.js';
import { completeDue, type DueCompany, scheduleDue } from '../persistence/ownership-queue.js';

/** Topic of lists of persons whose property is blocked. Other topics, such as politically exposed persons, do not imply this. */
const blockingTopic = 'sanction';

/** Computes who owns a company, and stores the result if it has changed. */
@Injectable()
export class ComputeOwnership {
  constructor(
    private readonly database: TenantDatabase,
    private readonly threads: ScreeningPool,
  ) {}

  /** Returns `false` if another process has claimed it since, or something has changed, and nothing was stored. */
  async compute(organizationId: string, due: DueCompany): Promise<boolean> {
    const client = this.database.forOrganization(organizationId);
    const settings = await findSettings(client, organizationId);
    const found = await this.computeNow(client, organizationId, due.entityId, settings);
    return this.database.transaction(organizationId, (transaction) => store(transaction, organizationId, due, found));
  }

  private async computeNow(
    client: Queryable,
    organizationId: string,
    entityId: string,
    settings: OwnershipSettings,
  ): Promise<OwnershipNow> {
    const most = limits.ownershipEntities;
    const above = await findOwnersAbove(client, organizationId, entityId, most + 1);
    if (above.length < 2 || above[0]!.type !== 'company') return { ...ownedByNobody, endsOn: null };
    const entities = above.slice(0, most);
    const ids = entities.map(({ id }) => id);
    const [edges, confirmed] = await Promise.all([
      findOwningEdges(client, organizationId, ids),
      findConfirmed(client, organizationId, ids, blockingTopic),
    ]);
    const question = {
      targetId: entityId,
      thresholdPercent: settings.beneficialOwnerPercent.toFixed(4),
      blocked: blockedByRule(settings, confirmed),
    };
    const asked = { input: ownershipInput(entities, edges), question };
    const isLarge = entities.length + edges.length > limits.ownershipEntitiesHere;
    const report = isLarge ? await this.threads.owners(asked) : reportOwners(asked);
    if (!report.ok) throw new Error(report.error);
    const names = new Map(entities.map(({ id, name }) => [id, name]));
    const computed = computedOwnership(report.value, {
      nameOf: (id) => names.get(id) ?? null,
      settings,
      isCut: above.length > most,
      mostOwners: limits.ownershipFactOwners,
    });
    return { ...computed, endsOn: firstEnd(edges) };
  }
}

const blockedByRule = (
  settings: OwnershipSettings,
  confirmed: readonly ConfirmedEntity[],
): Readonly<Record<OwnershipRule, string[]>> => {
  const blocked: Record<OwnershipRule, string[]> = { at_least_50: [], over_50: [], off: [] };
  for (const { id, list } of confirmed) blocked[ownershipRuleOf(settings, list)].push(id);
  return blocked;
};

/** The owners of a company, and the day on which this ends by itself; `null` if it does not. */
interface OwnershipNow extends ComputedOwnership {
  readonly endsOn: string | null;
}

async function store(
  client: Transaction,
  organizationId: string,
  due: DueCompany,
  { facts, proof, endsOn }: OwnershipNow,
): Promise<boolean> {
  const { entityId } = due;
  // Locks the entities, so that nobody is erased whose name is about to be stored.
  const needed = [entityId, ...(facts?.beneficialOwners ?? []).map((owner) => owner.entityId)];
  const there = await lockEntities(client, organizationId, needed);
  if (!(await completeDue(client, organizationId, due))) return false;
  if (!there.has(entityId)) return true;
  if (needed.some((id) => !there.has(id))) throw new Error('an owner was deleted in the meantime');
  await storeOwnership(client, organizationId, entityId, { facts, proof });
  if (endsOn !== null) await scheduleDue(client, organizationId, entityId, endsOn);
  return true;
}
