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

/** Nobody reads the answers to the rows of a batch, and so they hold nothing that only some may see. */
const noScopes: ReadonlySet<string> = new Set();

/** Entities as their rows say: each is stored by the same way as one that comes alone, with its relationships and accounts or not at all. */
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

  /** One after the other, each with what those before it left. Where one throws, all are stored again, each in a savepoint of its own. */
  async store(batch: EntityBatch, rows: readonly EntityRow[]): Promise<readonly Outcome[]> {
    const together = rows.length > 1 ? await this.storeTogether(batch, rows) : null;
    if (together) return together;
    const outcomes: Outcome[] = [];
    for (const row of rows) outcomes.push(await this.storeAlone(batch, row));
    return outcomes;
  }

  /** Null: one of them stands in the way of the others. */
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

  /** A failure leaves nothing; what is thrown has to be undone. */
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

  /** Relationships without those whose counterparts are missing, where the batch says that they are let be. */
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

  /** An entity of the type that has the tax id is the one of the row, whatever else the row says. */
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

/** Entities of the first rows, as long as they come with nothing else. */
function leadingEntities(rows: readonly EntityRow[]): readonly NewEntity[] {
  const entities = rows.map((row) =>
    row.kind === 'party' && row.accounts.length === 0 && isPlainEntity(row.entity) ? row.entity : null,
  );
  const end = entities.indexOf(null);
  return (end < 0 ? entities : entities.slice(0, end)) as readonly NewEntity[];
}
