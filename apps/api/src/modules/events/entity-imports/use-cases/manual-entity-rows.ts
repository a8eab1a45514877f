import { Injectable } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';

import type { Principal } from '../../../../platform/auth/index.js';
import { isConflict, isTransient, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import {
  CreateEntities,
  CreateEntity,
  CreatePaymentMethod,
  type EntityRefusal,
  isPlainEntity,
  type NewEntity,
  ResolveParties,
  toRefusalError,
} from '../../../parties/entities/index.js';
import { WriteAccounts } from '../../../parties/entity-accounts/index.js';
import type { BatchRowInput, NewBatch } from '../../batch-jobs/index.js';
import { type EntityBatchOptions, isLinkedSoftly } from '../domain/entity-batch.js';
import { ExistingEntity } from '../domain/existing-entity.js';
import { type EntityRow, readEntityRow } from '../dto/read-entity-row.js';
import { type EntityRowHandler, HandlesEntityRows, type StoredEntityRow } from './entity-row-handler.js';

type EntityBatch = NewBatch<EntityBatchOptions>;
type Outcome = Result<StoredEntityRow, unknown>;

/** Responses for batch rows are not read by anyone, so they contain nothing that requires a scope. */
const noScopes: ReadonlySet<string> = new Set();

/**
 * Stores entities as their rows describe them. Each is stored like an entity sent individually, together with its relationships and
 * accounts, or not at all.
 */
@Injectable()
@HandlesEntityRows()
export class ManualEntityRows implements EntityRowHandler<EntityRow> {
  readonly importMode = 'manual_no_enrichment';

  constructor(
    private readonly database: TenantDatabase,
    private readonly createEntities: CreateEntities,
    private readonly createEntity: CreateEntity,
    private readonly createPaymentMethod: CreatePaymentMethod,
    private readonly accounts: WriteAccounts,
    private readonly parties: ResolveParties,
  ) {}

  toRequest({ options }: EntityBatch, row: BatchRowInput): EntityRow {
    return readEntityRow(row, options);
  }

  /**
   * Stores rows in order, so that each sees the changes of those before it. If one throws, all are stored again, each in its own savepoint.
   */
  async store(batch: EntityBatch, rows: readonly EntityRow[]): Promise<readonly Outcome[]> {
    const together = rows.length > 1 ? await this.storeTogether(batch, rows) : null;
    if (together) return together;
    const outcomes: Outcome[] = [];
    for (const row of rows) outcomes.push(await this.storeAlone(batch, row));
    return outcomes;
  }

  /** Returns `null` if one of the rows prevents the others from being stored. */
  private async storeTogether(batch: EntityBatch, rows: readonly EntityRow[]): Promise<readonly Outcome[] | null> {
    try {
      return await this.database.runAtomically(batch.organizationId, async (client) => {
        const outcomes: Outcome[] = [];
        while (outcomes.length < rows.length) {
          const plain = leadingEntities(rows.slice(outcomes.length));
          if (plain.length > 1) outcomes.push(...(await this.storePlain(client, batch, plain)));
          else outcomes.push(await this.storeRow(client, batch, rows[outcomes.length]!));
        }
        return outcomes;
      });
    } catch (error) {
      return isConflict(error) || isTransient(error) ? rows.map(() => failure(error)) : null;
    }
  }

  private async storePlain(
    client: Transaction,
    { askedBy }: EntityBatch,
    entities: readonly NewEntity[],
  ): Promise<readonly Outcome[]> {
    const principal: Principal = { ...askedBy, scopes: noScopes };
    const created = await this.createEntities.createInTransaction(client, principal, entities, new Date());
    const outcomes: Outcome[] = [];
    for (const [place, each] of created.entries()) {
      if (each.ok) outcomes.push(ok(each.value));
      else outcomes.push(failure(await this.refusalOf(client, principal, entities[place]!, each.error)));
    }
    return outcomes;
  }

  private async storeAlone(batch: EntityBatch, row: EntityRow): Promise<Outcome> {
    try {
      return await this.database.runAtomically(batch.organizationId, (client) => this.storeRow(client, batch, row));
    } catch (error) {
      return failure(error);
    }
  }

  /** A failed row leaves nothing behind. If this throws, the caller has to roll back. */
  private async storeRow(client: Transaction, { askedBy, options }: EntityBatch, row: EntityRow): Promise<Outcome> {
    const principal: Principal = { ...askedBy, scopes: noScopes };
    const now = new Date();
    if (row.kind === 'payment method') {
      const relationships = await this.linked(client, principal, options, row.paymentMethod.relationships);
      const created = await this.createPaymentMethod.create(principal, { ...row.paymentMethod, relationships }, now);
      return created.ok ? ok(null) : failure(toRefusalError(created.error));
    }
    const relationships = await this.linked(client, principal, options, row.entity.relationships ?? []);
    const entity = { ...row.entity, relationships };
    const created = await this.createEntity.createInTransaction(client, principal, entity, now);
    if (!created.ok) return failure(await this.refusalOf(client, principal, entity, created.error));
    for (const account of row.accounts) await this.accounts.create(principal, created.value.row, account);
    return ok(created.value.run?.report.decided.set.version ?? null);
  }

  /** Returns the entity without relationships whose counterparts are missing, if the batch allows those to be dropped. */
  private async linked(
    client: Transaction,
    { organizationId }: Principal,
    options: EntityBatchOptions,
    declared: NonNullable<NewEntity['relationships']>,
  ): Promise<NonNullable<NewEntity['relationships']>> {
    if (declared.length === 0 || !isLinkedSoftly(options)) return declared;
    const names = declared.map(({ counterpart: { entityId, externalId, normalizedTaxId } }) => ({
      entityId: entityId ?? null,
      externalId: externalId ?? null,
      taxId: normalizedTaxId ?? null,
    }));
    const found = await this.parties.resolveIn(client, organizationId, names);
    return declared.filter((_, index) => found[index] != null);
  }

  /** A stored entity with the same type and tax id is considered the entity of the row, regardless of its other columns. */
  private async refusalOf(
    client: Transaction,
    { organizationId }: Principal,
    { type, taxId }: NewEntity,
    refusal: EntityRefusal,
  ): Promise<unknown> {
    if (typeof refusal === 'object' || taxId == null) return toRefusalError(refusal);
    const [holder] = await this.parties.resolveIn(client, organizationId, [{ taxId }]);
    return holder?.type === type ? new ExistingEntity() : toRefusalError(refusal);
  }
}

/** Returns the entities of the leading rows that contain nothing but an entity. */
function leadingEntities(rows: readonly EntityRow[]): readonly NewEntity[] {
  const entities = rows.map((row) =>
    row.kind === 'party' && row.accounts.length === 0 && isPlainEntity(row.entity) ? row.entity : null,
  );
  const end = entities.indexOf(null);
  return (end < 0 ? entities : entities.slice(0, end)) as readonly NewEntity[];
}
