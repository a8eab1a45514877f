import { Injectable } from '@nestjs/common';
import { failure, isObject, ok, type Result } from '@tamis/stdx';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { invalid, mergeObjects, validateElement } from '../../../../platform/http/index.js';
import { type BatchRowInput, type NewBatch } from '../../../events/batch-jobs/index.js';
import {
  type EntityBatchOptions,
  type EntityRowHandler,
  ExistingEntity,
  HandlesEntityRows,
  type StoredEntityRow,
} from '../../../events/entity-imports/index.js';
import type { AutomaticRequest } from '../domain/automatic-request.js';
import { AutomaticEntityBody } from '../dto/automatic-entity.body.js';
import { readAutomaticEntity } from '../dto/read-automatic-entity.js';
import { CreateAutomatic, type PreparedAutomatic } from './create-automatic.js';

type EntityBatch = NewBatch<EntityBatchOptions>;

/** A row as it was sent, or with the data bought for it. */
interface AutomaticRow {
  readonly request: AutomaticRequest;
  readonly prepared: PreparedAutomatic | null;
}

/**
 * Number of rows for which data is requested at once: sources are called no faster than they allow, regardless of the size of the batch.
 */
const atOnce = 6;

/** Stores batch rows as entities with the data of their registers, which are called before the transaction that stores the rows. */
@Injectable()
@HandlesEntityRows()
export class AutomaticEntityRows implements EntityRowHandler<AutomaticRow> {
  readonly importMode = 'automatic_enriched';

  constructor(
    private readonly database: TenantDatabase,
    private readonly creating: CreateAutomatic,
  ) {}

  toRequest({ options }: EntityBatch, { sent, raw }: BatchRowInput): AutomaticRow {
    if (!isObject(sent)) throw invalid({ body: 'must be an object' });
    const body = validateElement(AutomaticEntityBody, withDefaults(sent, options));
    const request = readAutomaticEntity(body, raw);
    const { attributesJson = '{}' } = request.entity;
    const attributes = mergeObjects(options.attributes ?? '{}', attributesJson, 'shallow');
    return { request: { ...request, entity: { ...request.entity, attributesJson: attributes } }, prepared: null };
  }

  async prepare(batch: EntityBatch, rows: readonly AutomaticRow[]): Promise<readonly Result<AutomaticRow, unknown>[]> {
    const outcomes = new Array<Result<AutomaticRow, unknown>>(rows.length);
    const left = rows.entries();
    const lane = async (): Promise<void> => {
      for (const [at, { request }] of left) outcomes[at] = await this.prepareRow(batch, request);
    };
    await Promise.all(Array.from({ length: atOnce }, lane));
    return outcomes;
  }

  /** Stores rows in order, each in its own savepoint. */
  async store(batch: EntityBatch, rows: readonly AutomaticRow[]): Promise<readonly Result<StoredEntityRow, unknown>[]> {
    const outcomes: Result<StoredEntityRow, unknown>[] = [];
    for (const { request, prepared } of rows) outcomes.push(await this.storeRow(batch, request, prepared));
    return outcomes;
  }

  private async prepareRow(batch: EntityBatch, request: AutomaticRequest): Promise<Result<AutomaticRow, unknown>> {
    try {
      const prepared = await this.creating.prepare(principalOf(batch), request);
      return 'id' in prepared ? failure(new ExistingEntity()) : ok({ request, prepared });
    } catch (error) {
      return failure(error);
    }
  }

  private async storeRow(
    batch: EntityBatch,
    request: AutomaticRequest,
    prepared: PreparedAutomatic | null,
  ): Promise<Result<StoredEntityRow, unknown>> {
    if (prepared === null) return failure(new Error('preparing a row of an automatic batch failed'));
    try {
      const { alreadyExisted } = await this.database.runAtomically(batch.organizationId, () =>
        this.creating.store(principalOf(batch), request, prepared),
      );
      return alreadyExisted ? failure(new ExistingEntity()) : ok(null);
    } catch (error) {
      return failure(error);
    }
  }
}

const principalOf = ({ askedBy }: EntityBatch): Principal => ({ ...askedBy, scopes: new Set<string>() });

/** Fills in the options of the batch where the row sets nothing. */
function withDefaults(row: object, options: EntityBatchOptions): object {
  const { isClient, status, monitoring, riskMatrixPersonId, riskMatrixCompanyId, skipRulesExecution, depth } = options;
  const { autoExecuteIntegrations, autoExecuteIntegrationsShareholders } = options;
  const own = 'type' in row && row.type === 'person' ? riskMatrixPersonId : riskMatrixCompanyId;
  const defaults = {
    ...{ isClient, status, monitoring, riskMatrixPersonId, riskMatrixCompanyId, skipRulesExecution, depth },
    ...{ autoExecuteIntegrations, autoExecuteIntegrationsShareholders },
    ...(own !== null && { riskMatrixIds: [own] }),
  };
  const told = Object.entries(row).filter(([, value]) => value != null);
  return { ...defaults, ...Object.fromEntries(told) };
}
