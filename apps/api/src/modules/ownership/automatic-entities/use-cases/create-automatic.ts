import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { EnrichmentData } from '../../../decisions/enrichment-data/index.js';
import type { PartyRow } from '../../../enrichment/executions/index.js';
import {
  checkMatrices,
  checkTaxId,
  CreateEntity,
  EnrichmentOnCreation,
  type EntityRow,
  type EntityStatus,
  findEntitiesById,
  type IgnoredMonitoring,
  type NewEntity,
  resolveParties,
  taxIdKey,
  toRefusalError,
  type EntityRefusal,
} from '../../../parties/entities/index.js';
import { type AwaitedRun, BeginMaterialize, type RunOptions, WaitForRun } from '../../materialize/index.js';
import type { AutomaticRequest, BasicSubject } from '../domain/automatic-request.js';
import { companyDataOf } from '../domain/company-data.js';
import { deletePurchase } from '../persistence/purchase-store.js';
import { type BasicData, BuyBasicData } from './basic-data.js';

/** An entity with the results for its partners and enrichments. */
export interface AutomaticEntity {
  readonly row: EntityRow;
  readonly alreadyExisted: boolean;
  readonly ignoredMonitoring: readonly IgnoredMonitoring[];
  /** `null` if the run was not waited for, or nothing was done. */
  readonly run: AwaitedRun | null;
  /** The data bought first; `null` if none was, or another caller paid for it. */
  readonly basic: { readonly code: string; readonly costCents: number } | null;
}

/** An entity whose partners are being processed by a run. */
export interface BegunAutomatic extends Omit<AutomaticEntity, 'run'> {
  /** `null` if the entity already existed. */
  readonly runId: string | null;
}

/** Data bought about a subject, and what is requested about the entity that it becomes. */
export interface PreparedAutomatic {
  readonly basic: BasicData;
  readonly codes: readonly string[];
}

/** Rolls back a rehearsal, which only checks whether the operation would succeed. */
class Rehearsed extends Error {}

/** Creates an entity with the data of its country's register, and then its partners. */
@Injectable()
export class CreateAutomatic {
  constructor(
    private readonly database: TenantDatabase,
    private readonly creating: CreateEntity,
    private readonly wishes: EnrichmentOnCreation,
    private readonly data: EnrichmentData,
    private readonly basics: BuyBasicData,
    private readonly runs: BeginMaterialize,
    private readonly waiting: WaitForRun,
  ) {}

  /**
   * Begins the creation. Throws the errors of creating an entity, 400 `INVALID_TAX_ID`, `COUNTRY_NOT_SUPPORTED` and `NO_MATCHING_PROVIDER`,
   * 402, and 422 with the code of the step that failed, in which case no entity is created. Everything that can be refused is checked
   * before anything is bought.
   */
  async begin(principal: Principal, request: AutomaticRequest): Promise<BegunAutomatic> {
    const prepared = await this.prepare(principal, request);
    if ('id' in prepared)
      return { row: prepared, alreadyExisted: true, ignoredMonitoring: [], runId: null, basic: null };
    return this.store(principal, request, prepared);
  }

  /**
   * Buys the register data, and returns the input of `store`, or the entity that already has the tax id. Throws the same errors as `begin`.
   */
  async prepare(principal: Principal, request: AutomaticRequest): Promise<EntityRow | PreparedAutomatic> {
    const { organizationId } = principal;
    const { subject, entity, depth, children, childMatrices } = request;
    checkTaxId(subject);
    const existing = await this.findExisting(organizationId, subject);
    if (existing) return existing;
    const code = this.basics.codeFor(subject);
    await this.runs.checkChildren(organizationId, { depth, children, executeOnlyRootData: false });
    const party = { type: subject.type, countryCode: subject.countryCode };
    const wish = entity.autoExecuteIntegrations;
    const asked = wish ? (await this.wishes.resolve(organizationId, party, wish)).codes : [];
    const matrixIds = Object.values(childMatrices).filter((id) => id != null);
    await this.database.transaction(organizationId, (client) => checkMatrices(client, organizationId, matrixIds));
    const refusal = await this.rehearse(principal, entity);
    if (refusal !== null) return this.existingOr(organizationId, subject, refusal);
    const basic = await this.basics.buy(principal, code, subject, () => this.findExisting(organizationId, subject));
    if ('id' in basic) return basic;
    return { basic, codes: asked.filter((each) => each !== code) };
  }

  /** Like `begin`, but also waits for its partners. */
  async create(principal: Principal, request: AutomaticRequest): Promise<AutomaticEntity> {
    const { organizationId } = principal;
    const { runId, ...begun } = await this.begin(principal, request);
    if (runId === null) return { ...begun, run: null };
    const run = await this.waiting.wait(organizationId, runId);
    const client = this.database.forOrganization(organizationId);
    const row = (await findEntitiesById(client, organizationId, [begun.row.id])).get(begun.row.id) ?? begun.row;
    return { ...begun, row, run };
  }

  /** Finds the entity of the same type that has the tax id. Throws 409 `DUPLICATE_TAX_ID` if it is of the other type. */
  private async findExisting(organizationId: string, { type, taxId }: BasicSubject): Promise<EntityRow | null> {
    const reference = { entityId: null, externalId: null, normalizedTaxId: taxIdKey(taxId) };
    const client = this.database.forOrganization(organizationId);
    const [found = null] = await resolveParties(client, organizationId, [reference]);
    if (found && found.type !== type) throw toRefusalError('DUPLICATE_TAX_ID');
    return found;
  }

  /** Returns the entity that another caller created meanwhile. Throws the refusal if that is not the cause. */
  private async existingOr(organizationId: string, subject: BasicSubject, refusal: EntityRefusal): Promise<EntityRow> {
    const row = typeof refusal === 'string' ? await this.findExisting(organizationId, subject) : null;
    if (!row) throw toRefusalError(refusal);
    return row;
  }

  /** Returns what would refuse the entity, as far as this can be determined without its register; `null` if nothing would. */
  private rehearse(principal: Principal, entity: NewEntity): Promise<EntityRefusal | null> {
    return this.database
      .transaction(principal.organizationId, async (client) => {
        const made = await this.creating.createWith(client, principal, entity, new Date(), () => Promise.resolve());
        // A refusal because of a list is not rolled back, so that it stays in the audit trail.
        if (!made.ok) return made.error;
        throw new Rehearsed();
      })
      .catch((error: unknown) => {
        if (error instanceof Rehearsed) return null;
        throw error;
      });
  }

  /** Stores the entity, joining a transaction of the caller. Throws the refusal if the entity is refused now that its name is known. */
  async store(
    principal: Principal,
    request: AutomaticRequest,
    { basic, codes }: PreparedAutomatic,
  ): Promise<BegunAutomatic> {
    const { organizationId } = principal;
    const { entity, subject } = request;
    const { part } = basic.delivered;
    const name = typeof part['legalName'] === 'string' ? part['legalName'] : entity.name;
    const named: NewEntity = {
      ...entity,
      name,
      status: 'not_started',
      entityDataJson: subject.type === 'company' ? JSON.stringify(companyDataOf(part)) : '{}',
    };
    let begun: { readonly runId: string; readonly launch: () => void } | null = null;
    const stored = await this.database.transaction(organizationId, (client) =>
      this.creating.createWith(client, principal, named, new Date(), async (row) => {
        const root = row as PartyRow;
        const known = await this.data.known(client, organizationId, [root.id]);
        await this.data.store(client, organizationId, [deliveredOf(root, basic)], known);
        await deletePurchase(client, basic.purchase);
        begun = await this.runs.store(client, principal, {
          ...{ root, codes, options: optionsOf(request), withoutMoney: 'fail', paidCents: basic.costCents ?? 0 },
        });
      }),
    );
    const paid =
      basic.costCents === null ? null : { code: basic.integration.provider.code, costCents: basic.costCents };
    if (!stored.ok) {
      const row = await this.existingOr(organizationId, subject, stored.error);
      await deletePurchase(this.database.forOrganization(organizationId), basic.purchase);
      return { row, alreadyExisted: true, ignoredMonitoring: [], runId: null, basic: paid };
    }
    const { runId, launch } = begun!;
    // In a transaction of the caller, the run is left to the next process that looks for runs.
    if (!this.database.isInTransaction()) launch();
    const { row, ignoredMonitoring } = stored.value;
    return { row, alreadyExisted: false, ignoredMonitoring, runId, basic: paid };
  }
}

const defaultStatus: EntityStatus = 'under_review';

const optionsOf = ({ entity, depth, children, childMatrices }: AutomaticRequest): RunOptions => ({
  ...{ depth, children, childMatrices, runsEnrichmentFirst: false, rootDataOnly: false, refresh: false },
  rules: entity.skipRulesExecution ? null : { trigger: 'created', matrixIds: [] },
  status: entity.status ?? defaultStatus,
});

/** Returns the register data as a result delivered about the entity. */
function deliveredOf({ organizationId, id: entityId, type, countryCode }: PartyRow, basic: BasicData) {
  const { provider } = basic.integration;
  const { raw, part, fetchedAt } = basic.delivered;
  return {
    ...{ organizationId, entityId, entityType: type, countryCode, integrationCode: provider.code },
    ...{ enrichmentId: basic.enrichmentId, raw, mapped: part, normalizedPart: part, fetchedAt },
    ...{ confidence: provider.confidence, reliability: provider.reliability, provides: provider.provides },
    rawExpiresAt: new Date(fetchedAt.getTime() + rawMs),
  };
}

const rawMs = 90 * 24 * 60 * 60 * 1000;
