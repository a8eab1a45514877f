import { Inject, Injectable } from '@nestjs/common';
import type { SimilarityModel } from '@tamis/screening';
import { failure, ok, type Result } from '@tamis/stdx';

import { type AuditEntry, byPrincipal, diffChanges } from '../../../../platform/audit/index.js';
import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { createRelationships, relationshipCreated } from '../../relationships/index.js';
import { compareFields } from '../domain/company-fields.js';
import type { CompanyIdentity } from '../domain/company-identity.js';
import { type CompanyMatch, matchCompany, type MatchResult } from '../domain/match-company.js';
import { type Conflict, mergeCompany } from '../domain/merge-company.js';
import type { NewEntity } from '../domain/new-entity.js';
import { normalizeTaxId } from '../domain/normalize-tax-id.js';
import type { ConflictResolution, DeduplicationStrategy } from '../domain/upsert-options.js';
import { findCandidates, lockDuplicates } from '../persistence/duplicate-search.js';
import type { EntityRow } from '../persistence/entity-row.js';
import { lockEntityRow } from '../persistence/entity-writer.js';
import { ChangeEntity } from './change-entity.js';
import { toMergePatch, requestFields, storedFields } from './company-patch.js';
import { CreateEntity } from './create-entity.js';
import { declareRelationships } from './declare-relationships.js';
import { recordChanges } from './entity-change.js';
import type { EntityEvaluation } from './evaluate-entity.js';
import type { EntityRefusal } from './store-new-entity.js';

/** What `ai_similarity` asks; provided by the module. */
export const similarityModel = Symbol('SimilarityModel');

export interface UpsertRequest {
  readonly entity: NewEntity;
  /** Names of the members that the caller sent. */
  readonly sent: ReadonlySet<string>;
  readonly strategy: DeduplicationStrategy;
  readonly resolution: ConflictResolution;
}

export interface UpsertedCompany {
  readonly action: 'created' | 'updated';
  /** As its rules left it. */
  readonly row: EntityRow;
  readonly previous: EntityRow | null;
  readonly confidence: number;
  readonly reasoning: string;
  readonly conflicts: readonly Conflict[];
  /** Null: no rules ran. */
  readonly run: EntityEvaluation | null;
}

/** Creates a company, or finds that it is there and changes it. */
@Injectable()
export class UpsertCompany {
  constructor(
    private readonly database: TenantDatabase,
    private readonly create: CreateEntity,
    private readonly change: ChangeEntity,
    @Inject(similarityModel) private readonly model: SimilarityModel,
  ) {}

  /** Throws what creating and changing an entity throws; fails where creating one is refused. */
  upsert(principal: Principal, request: UpsertRequest, now: Date): Promise<Result<UpsertedCompany, EntityRefusal>> {
    return this.database.transaction(principal.organizationId, async (client) => {
      await lockDuplicates(client, principal.organizationId, identityOf(request.entity));
      const upserted = await this.upsertInTransaction(client, principal, request, now);
      // Somebody created it meanwhile by another route: now it is there to be found.
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
      // What was deleted or renamed while this waited for it is no longer what was found.
      if (before && isUnchangedSinceMatch(before, matching.match)) {
        return ok(
          await this.changeInTransaction(client, principal, before, { ...request, match: matching.match }, now),
        );
      }
    }
  }

  private async match(
    client: Transaction,
    organizationId: string,
    { entity, strategy }: UpsertRequest,
  ): Promise<MatchResult> {
    const identity = identityOf(entity);
    const candidates = await findCandidates(client, organizationId, identity);
    if (strategy !== 'ai_similarity') return matchCompany(identity, candidates, strategy, null);
    const names = candidates.map(({ name }) => name);
    const similarities = await this.model.similarities(identity.name, names);
    return matchCompany(identity, candidates, strategy, { model: this.model.name, similarities });
  }

  private async createInTransaction(
    client: Transaction,
    principal: Principal,
    entity: NewEntity,
    { nearest, reasoning }: MatchResult,
    now: Date,
  ): Promise<Result<UpsertedCompany, EntityRefusal>> {
    const created = await this.create.createInTransaction(client, principal, entity, now);
    if (!created.ok) return failure(created.error);
    const { row, run } = created.value;
    return ok({
      action: 'created',
      row,
      previous: null,
      confidence: Math.round((1 - nearest) * 1_000) / 1_000,
      reasoning: `created: ${reasoning}`,
      conflicts: [],
      run,
    });
  }

  private async changeInTransaction(
    client: Transaction,
    principal: Principal,
    before: EntityRow,
    { entity, sent, resolution, match }: UpsertRequest & { readonly match: CompanyMatch },
    now: Date,
  ): Promise<UpsertedCompany> {
    const { organizationId, id } = before;
    const isFlagged = resolution === 'manual_review';
    const compared = compareFields(storedFields(before), requestFields(entity, sent));
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
    return {
      action: 'updated',
      row: after,
      previous: before,
      confidence: match.confidence,
      reasoning: isFlagged ? `${match.reasoning}; nothing was changed, somebody has to look` : match.reasoning,
      conflicts: merged.conflicts,
      run: runs.at(-1) ?? null,
    };
  }
}

const isDuplicate = (upserted: Result<UpsertedCompany, EntityRefusal>): boolean =>
  !upserted.ok && typeof upserted.error === 'string';

const identityOf = ({ name, externalId, taxId }: NewEntity): CompanyIdentity => ({
  name,
  externalId: externalId ?? null,
  normalizedTaxId: taxId == null ? null : normalizeTaxId(taxId),
});

const isUnchangedSinceMatch = (row: EntityRow, { company }: CompanyMatch): boolean =>
  row.name === company.name && row.externalId === company.externalId && row.normalizedTaxId === company.normalizedTaxId;

function conflictEntry({ id, externalId }: EntityRow, conflicts: readonly Conflict[]): AuditEntry {
  const before = Object.fromEntries(conflicts.map(({ field, oldValue }) => [field, oldValue]));
  const sent = Object.fromEntries(conflicts.map(({ field, newValue }) => [field, newValue]));
  return {
    event: 'entity_duplicate_flagged',
    resourceType: 'entity',
    resourceId: id,
    summary: `company ${externalId ?? id} was sent again with other values, to be looked at`,
    changes: diffChanges(before, sent, Object.keys(before)),
  };
}
