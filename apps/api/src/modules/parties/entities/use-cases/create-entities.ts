import { Injectable } from '@nestjs/common';
import { failure, type JsonValue, ok, type Result } from '@tamis/stdx';

import { type AuditEntry, byPrincipal, recordAudit } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { consumeQuota } from '../../../tenancy/creation-quotas/index.js';
import { creationBlockedEntry, findBlockedCreations } from '../../creation-blocks/index.js';
import type { NewEntity } from '../domain/new-entity.js';
import { statusSourceOf } from '../domain/status-change.js';
import { insertEntities } from '../persistence/insert-entities.js';
import { insertFirstStatuses } from '../persistence/status-history-store.js';
import { toEntityRecord } from '../persistence/to-entity-record.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { checkMatrices } from './check-matrices.js';
import { checkTaxId, toEntityRow } from './create-entity.js';
import { announceChanges, type EntityChange, recordChanges } from './entity-change.js';
import { EvaluateEntity } from './evaluate-entity.js';
import type { EntityRefusal } from './store-new-entity.js';

/** Whether a person or company is stored by itself, without relationships and monitoring. */
export const isPlainEntity = ({ type, relationships = [], monitoringCodes = [] }: NewEntity): boolean =>
  (type === 'person' || type === 'company') && relationships.length === 0 && monitoringCodes.length === 0;

const findBlocks = (
  client: Transaction,
  organizationId: string,
  rows: readonly EntityRow[],
  now: Date,
): ReturnType<typeof findBlockedCreations> =>
  findBlockedCreations(
    client,
    organizationId,
    rows.map((row) => ({ type: row.type, record: toEntityRecord(row, JSON.parse) as unknown as JsonValue })),
    now,
  );

/** Stores many plain entities in few statements, including the results of their rules. */
@Injectable()
export class CreateEntities {
  constructor(private readonly rules: EvaluateEntity) {}

  /**
   * Returns the rule set version that decided on each entity, in order, or null if no rules ran; refusals are those of
   * `CreateEntity.createInTransaction`. Throws the same errors for any of them, in which case the caller has to roll back all.
   */
  async createInTransaction(
    client: Transaction,
    principal: Principal,
    entities: readonly NewEntity[],
    now: Date,
  ): Promise<readonly Result<string | null, EntityRefusal>[]> {
    const { organizationId } = principal;
    const rows = entities.map((entity) => toEntityRow(organizationId, entity, now));
    rows.forEach(checkTaxId);
    await checkMatrices(client, organizationId, [...new Set(rows.flatMap(({ riskMatrixIds }) => riskMatrixIds))]);
    const refusals = await this.insert(client, principal, rows, now);
    const stored = rows.filter((_, place) => refusals[place] === null);
    const versions = stored.length > 0 ? await this.follow(client, principal, { entities, rows, stored }, now) : null;
    return rows.map((row, place) => {
      const refusal = refusals[place] ?? null;
      return refusal === null ? ok(versions?.get(row.id) ?? null) : failure(refusal);
    });
  }

  /** Returns for each entity why it is not stored, or null if it is. A refusal because of a list is recorded in the audit trail. */
  private async insert(
    client: Transaction,
    principal: Principal,
    rows: readonly EntityRow[],
    now: Date,
  ): Promise<readonly (EntityRefusal | null)[]> {
    const blocks = await findBlocks(client, principal.organizationId, rows, now);
    const entries = blocks.flatMap((blocked, place): readonly AuditEntry[] =>
      blocked ? [creationBlockedEntry(rows[place]!.type, blocked)] : [],
    );
    if (entries.length > 0) await recordAudit(client, byPrincipal(principal), entries);
    const duplicates = [
      ...(await insertEntities(
        client,
        rows.filter((_, place) => !blocks[place]),
      )),
    ];
    return blocks.map((blocked) => (blocked ? { blocked } : duplicates.shift()!));
  }

  /** Performs what follows from storing entities, and returns the rule set versions that decided on them, by entity id. */
  private async follow(
    client: Transaction,
    principal: Principal,
    {
      entities,
      rows,
      stored,
    }: Readonly<{ entities: readonly NewEntity[] } & Record<'rows' | 'stored', readonly EntityRow[]>>,
    now: Date,
  ): Promise<ReadonlyMap<string, string>> {
    const { organizationId } = principal;
    const by = byPrincipal(principal);
    await consumeQuota(client, organizationId, 'entities', stored.length);
    const { actor: changedBy } = by;
    await insertFirstStatuses(client, organizationId, stored, {
      ...{ changedBy, source: statusSourceOf(changedBy), changedAt: now },
    });
    const changes: readonly EntityChange[] = stored.map((after) => ({ kind: 'created', after }));
    await announceChanges(client, changedBy, changes);
    const judged = stored.filter((row) => entities[rows.indexOf(row)]!.skipRulesExecution !== true);
    const evaluations = await this.rules.evaluateCreated(client, principal, judged);
    const entries = evaluations.flatMap((each) => each.entries);
    if (entries.some(({ event }) => event === 'data_list_items_added'))
      if ((await findBlocks(client, organizationId, stored, now)).some((blocked) => blocked !== null))
        throw new Error('a rule added a value of one entity to a list that blocks another one');
    await recordChanges(client, by, changes, entries);
    return new Map(evaluations.map(({ row, report }) => [row.id, report.decided.set.version]));
  }
}
