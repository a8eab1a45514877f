import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { EnrichmentData } from '../../../decisions/enrichment-data/index.js';
import { type BegunRequest, EnrichmentRequests, isPartyRow } from '../../../enrichment/executions/index.js';
import { type EntityRow, findEntitiesById, holdEntities } from '../../../parties/entities/index.js';
import { materializeLimits } from '../domain/materialize-limits.js';
import type { MaterializeNode, MaterializeRun } from '../domain/materialize-run.js';
import { type Partner, readPartners } from '../domain/partner.js';
import { strategyOf } from '../domain/strategies.js';
import { countNodes, insertPartners, isExpandedIn, lockNode, moveNode } from '../persistence/node-store.js';
import { addLeftOut, lockOpenRun } from '../persistence/run-store.js';

/** A node whose entity is stored and whose enrichment has ended. */
export interface NodeToExpand {
  readonly run: MaterializeRun;
  readonly principal: Principal;
  readonly node: MaterializeNode;
}

/** Finds the partners of the entities of a run and adds them as nodes of the run. */
@Injectable()
export class ExpandNode {
  constructor(
    private readonly database: TenantDatabase,
    private readonly data: EnrichmentData,
    private readonly requests: EnrichmentRequests,
  ) {}

  /** Returns the started request if nothing is known yet; `null` if the node is done. */
  async expand({ run, principal, node }: NodeToExpand): Promise<(() => BegunRequest) | null> {
    const { organizationId } = principal;
    const row = await this.rowOf(organizationId, node.entityId!);
    const partners = row && (await this.partnersOf(row));
    if (row && partners === null && node.level > 0 && node.requestId === null) {
      const begun = await this.ask(principal, node, row);
      if (begun) return begun;
    }
    await this.database.transaction(organizationId, (client) =>
      storePartners(client, organizationId, { run, node, partners }),
    );
    return null;
  }

  /** Returns `null` if nothing is known about the partners. */
  async partnersOf(row: EntityRow): Promise<readonly Partner[] | null> {
    if (!isPartyRow(row)) return null;
    const { organizationId, id: entityId, type, countryCode } = row;
    const normalized = await this.data.normalized({ organizationId, entityId });
    if (!normalized) return null;
    const codes = strategyOf(type, countryCode)?.relationships ?? [];
    const latest = codes.length > 0 ? await this.data.latest({ organizationId, entityId }, { raw: false, codes }) : [];
    // Fields that are not merged stay with their integration.
    const own = Object.assign({}, ...latest.map(({ mapped }) => mapped ?? {})) as Readonly<Record<string, unknown>>;
    const told = { ...own, ...normalized.normalized };
    const sourceOf = (list: string): string => normalized.fieldSources[list] ?? codes[0] ?? 'enrichment';
    return readPartners(told, { type, countryCode }, sourceOf);
  }

  private async rowOf(organizationId: string, id: string): Promise<EntityRow | null> {
    return (
      (await findEntitiesById(this.database.forOrganization(organizationId), organizationId, [id])).get(id) ?? null
    );
  }

  private async ask(principal: Principal, node: MaterializeNode, row: EntityRow): Promise<(() => BegunRequest) | null> {
    const codes = row.taxId === null ? [] : (strategyOf(node.partner!.type, row.countryCode)?.relationships ?? []);
    if (codes.length === 0 || !isPartyRow(row)) return null;
    const { organizationId } = principal;
    return this.database.transaction(organizationId, async (client) => {
      const held = await holdEntities(client, organizationId, [row.id]);
      if (!held.has(row.id) || !(await lockNode(client, organizationId, node.id, 'settled'))) return null;
      const request = { principal, codes, parameters: {}, trigger: 'enriched' as const, withoutMoney: 'fail' as const };
      const { requestId, launch } = await this.requests.beginWithin(client, request, row, false);
      moveNode(client, organizationId, node.id, { state: 'enriching', requestId });
      return launch;
    });
  }
}

interface FoundPartners {
  readonly run: MaterializeRun;
  readonly node: MaterializeNode;
  readonly partners: readonly Partner[] | null;
}

async function storePartners(
  client: Transaction,
  organizationId: string,
  { run, node, partners }: FoundPartners,
): Promise<void> {
  // Runs store partners one node at a time, so that the total does not exceed the limit.
  if (!(await lockOpenRun(client, organizationId, run.id))) return;
  if (!(await lockNode(client, organizationId, node.id, 'settled'))) return;
  const isNew = partners !== null && !(await isExpandedIn(client, organizationId, run.id, node.entityId!));
  if (isNew) {
    const left = Math.max(0, materializeLimits.partners + 1 - (await countNodes(client, organizationId, run.id)));
    const place = { runId: run.id, sourceEntityId: node.entityId!, level: node.level + 1 };
    await insertPartners(client, organizationId, place, partners.slice(0, left));
    if (partners.length > left) await addLeftOut(client, organizationId, run.id, partners.length - left);
  }
  moveNode(client, organizationId, node.id, { state: 'done', isExpanded: isNew });
}
