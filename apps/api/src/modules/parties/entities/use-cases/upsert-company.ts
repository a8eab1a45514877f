import { Inject, Injectable } from '@nestjs/common';
import type { SimilarityModel } from '@tamis/screening';
import { failure, type JsonValue, ok, type Result } from '@tamis/stdx';

import { type AuditEntry, byPrincipal, diffChanges } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { ApiError, exactText } from '../../../../platform/http/index.js';
import { createRelationships, relationshipCreated } from '../../relationships/index.js';
import { compareFields } from '../domain/company-fields.js';
import type { CompanyIdentity } from '../domain/company-identity.js';
import { type CompanyMatch, matchCompany, type MatchResult, type PossibleMatch } from '../domain/match-company.js';
import { type Conflict, mergeCompany } from '../domain/merge-company.js';
import type { NewEntity } from '../domain/new-entity.js';
import { normalizeTaxId } from '../domain/normalize-tax-id.js';
import { hasSameTaxId, whatSeparates } from '../domain/separate-companies.js';
import type { ConflictResolution, DeduplicationStrategy } from '../domain/upsert-options.js';
import { findCandidates, lockDuplicates } from '../persistence/duplicate-search.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { type EntityDuplicate, lockEntityRow } from '../persistence/entity-writer.js';
import { ChangeEntity } from './change-entity.js';
import { registrationNumberOf, requestFields, storedFields, toMergePatch } from './company-patch.js';
import { CreateEntity } from './create-entity.js';
import { declareRelationships } from './declare-relationships.js';
import { recordChanges } from './entity-change.js';
import type { EntityEvaluation } from './evaluate-entity.js';
import type { IgnoredMonitoring } from './monitoring-on-creation.js';
import type { EntityRefusal } from './store-new-entity.js';

/** The model that `ai_similarity` uses; provided by the module. */
export const similarityModel = Symbol('SimilarityModel');

export interface UpsertRequest {
  readonly entity: NewEntity;
  /** The names of the fields that the caller sent. */
  readonly sent: ReadonlySet<string>;
  readonly strategy: DeduplicationStrategy;
  readonly resolution: ConflictResolution;
  readonly mergeBranches: boolean;
}

export interface UpsertedCompany {
  readonly action: 'created' | 'updated';
  /** The row after its rules were evaluated. */
  readonly row: EntityRow;
  readonly previous: EntityRow | null;
  readonly confidence: number;
  readonly reasoning: string;
  readonly conflicts: readonly Conflict[];
  readonly possibleMatches: readonly PossibleMatch[];
  /** `null` if no rules were evaluated. */
  readonly run: EntityEvaluation | null;
  /** The integrations that were requested to monitor it but do not. */
  readonly ignoredMonitoring: readonly IgnoredMonitoring[];
}

/** Creates a company, or finds the existing one and changes it. */
@Injectable()
export class UpsertCompany {
  constructor(
    private readonly database: TenantDatabase,
    private readonly create: CreateEntity,
    private readonly change: ChangeEntity,
    @Inject(similarityModel) private readonly model: SimilarityModel,
  ) {}

  /** Throws the errors of creating and changing an entity; returns a failure if creating the entity is refused. */
  upsert(principal: Principal, request: UpsertRequest, now: Date): Promise<Result<UpsertedCompany, EntityRefusal>> {
    return this.database.transaction(principal.organizationId, async (client) => {
      await lockDuplicates(client, principal.organizationId, identityOf(request.entity));
      const upserted = await this.upsertInTransaction(client, principal, request, now);
      // It was created meanwhile by another route, so that it can now be found.
      return isDuplicate(upserted) ? this.upsertInTransaction(client, principal, request, now) : upserted;
    });
  }

  private async upsertInTransaction(
    client: Transaction,
    principal: Principal,
    request: UpsertRequest,
    now: Date,
  ): Promise<Result<UpsertedCompany, EntityRefusal>> {
    const { organizationId } = principal;
    for (;;) {
      const matching = await this.match(client, organizationId, request);
      if (matching.match === null) return this.createInTransaction(client, principal, request.entity, matching, now);
      const before = await lockEntityRow(client, organizationId, { id: matching.match.company.id });
      // If the row was deleted or renamed while waiting for the lock, it no longer matches, and the search is repeated.
      if (before && isStillMatch(before, matching.match, request)) {
        return ok(
          await this.changeInTransaction(
            client,
            principal,
            before,
            { ...request, ...matching, match: matching.match },
            now,
          ),
        );
      }
    }
  }

  private async match(
    client: Transaction,
    organizationId: string,
    { entity, ...options }: UpsertRequest,
  ): Promise<MatchResult> {
    const identity = identityOf(entity);
    const candidates = await findCandidates(client, organizationId, identity);
    if (options.strategy !== 'ai_similarity') return matchCompany(identity, candidates, options, null);
    const names = candidates.map(({ name }) => name);
    const similarities = await this.model.similarities(identity.name, names);
    return matchCompany(identity, candidates, options, { model: this.model.name, similarities });
  }

  private async createInTransaction(
    client: Transaction,
    principal: Principal,
    entity: NewEntity,
    { nearest, reasoning, possibleMatches }: MatchResult,
    now: Date,
  ): Promise<Result<UpsertedCompany, EntityRefusal>> {
    const created = await this.create.createInTransaction(client, principal, entity, now);
    if (!created.ok) {
      const { error } = created;
      const holder = typeof error === 'string' ? holderOf(error, entity, possibleMatches) : undefined;
      if (holder) throw separateHolderError(error as EntityDuplicate, holder);
      return failure(error);
    }
    const { row, run, ignoredMonitoring } = created.value;
    return ok({
      action: 'created',
      row,
      previous: null,
      confidence: Math.round((1 - nearest) * 1_000) / 1_000,
      reasoning: `created: ${reasoning}`,
      conflicts: [],
      possibleMatches,
      run,
      ignoredMonitoring,
    });
  }

  private async changeInTransaction(
    client: Transaction,
    principal: Principal,
    before: EntityRow,
    {
      entity,
      sent,
      resolution,
      match,
      possibleMatches,
    }: UpsertRequest & MatchResult & { readonly match: CompanyMatch },
    now: Date,
  ): Promise<UpsertedCompany> {
    const { organizationId, id } = before;
    const isFlagged = resolution === 'manual_review';
    // Only a branch can have a tax id different from that of the company it was matched to.
    const { normalizedTaxId } = identityOf(entity);
    const isBranch = before.normalizedTaxId !== null && before.normalizedTaxId !== normalizedTaxId;
    const requested = requestFields(entity, sent, isBranch ? normalizedTaxId : null);
    const compared = compareFields(storedFields(before), requested);
    const merged = mergeCompany(compared, resolution, before.kycVerified);
    const declared = isFlagged ? [] : (entity.relationships ?? []);
    const relationships = await declareRelationships(client, organizationId, id, declared);
    const patch = toMergePatch(entity, compared, merged);
    const { after, changes, runs } = await this.change.changeInTransaction(client, principal, before, patch, now);
    const related = await createRelationships(client, organizationId, relationships, now);
    const entries = [
      ...related.map((relationship) => relationshipCreated(id, relationship)),
      ...runs.flatMap((run) => run.entries),
      ...(isFlagged ? [conflictEntry(before, merged.conflicts)] : []),
    ];
    await recordChanges(client, byPrincipal(principal), changes, entries);
    const ignoredMonitoring = isFlagged ? [] : await this.create.watch(client, principal, after, entity);
    return {
      action: 'updated',
      row: after,
      previous: before,
      confidence: match.confidence,
      reasoning: isFlagged ? `${match.reasoning}; nothing was changed, a person has to review it` : match.reasoning,
      conflicts: merged.conflicts,
      possibleMatches,
      run: runs.at(-1) ?? null,
      ignoredMonitoring,
    };
  }
}

const isDuplicate = (upserted: Result<UpsertedCompany, EntityRefusal>): boolean =>
  !upserted.ok && typeof upserted.error === 'string';

const identityOf = ({ name, countryCode, externalId, taxId, entityDataJson }: NewEntity): CompanyIdentity => ({
  name,
  countryCode,
  externalId: externalId ?? null,
  normalizedTaxId: taxId == null ? null : normalizeTaxId(taxId),
  registrationNumber: registrationNumberOf(entityDataJson ?? '{}'),
});

const isStillMatch = (row: EntityRow, { company }: CompanyMatch, { entity, mergeBranches }: UpsertRequest): boolean =>
  (['name', 'countryCode', 'externalId', 'taxId'] as const).every((each) => row[each] === company[each]) &&
  whatSeparates(
    identityOf(entity),
    { ...row, registrationNumber: registrationNumberOf(row.entityData) },
    mergeBranches,
  ) === null;

/** Returns the other company whose identifier prevented the sent one from being created. */
const holderOf = (
  duplicate: EntityDuplicate,
  entity: NewEntity,
  possibleMatches: readonly PossibleMatch[],
): PossibleMatch | undefined =>
  possibleMatches.find(({ company }) =>
    duplicate === 'DUPLICATE_EXTERNAL_ID'
      ? company.externalId === entity.externalId
      : hasSameTaxId(company, identityOf(entity)),
  );

function separateHolderError(duplicate: EntityDuplicate, { company, separatedBy }: PossibleMatch): ApiError {
  const [field, what] = duplicate === 'DUPLICATE_EXTERNAL_ID' ? ['externalId', 'external id'] : ['taxId', 'tax id'];
  const message = `company ${company.id} has this ${what} and ${separatedBy}: different companies are never merged`;
  return new ApiError(duplicate, `The company was not stored: ${message}`, { [field]: message });
}

function conflictEntry({ id, externalId }: EntityRow, conflicts: readonly Conflict[]): AuditEntry {
  const shown = (value: JsonValue): unknown => JSON.parse(exactText(value));
  const before = Object.fromEntries(conflicts.map(({ field, oldValue }) => [field, shown(oldValue)]));
  const sent = Object.fromEntries(conflicts.map(({ field, newValue }) => [field, shown(newValue)]));
  return {
    event: 'entity_duplicate_flagged',
    resourceType: 'entity',
    resourceId: id,
    summary: `company ${externalId ?? id} was sent again with other values and has to be reviewed`,
    changes: diffChanges(before, sent, Object.keys(before)),
  };
}
