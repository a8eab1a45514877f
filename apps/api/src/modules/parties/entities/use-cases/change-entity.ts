import { Injectable } from '@nestjs/common';
import { type AuditSubject, byPrincipal } from '../../../../platform/audit/index.js';
import { hasPermission, type Principal } from '../../../../platform/auth/index.js';
import { newId, TenantDatabase, type Transaction } from '../../../../platform/database/index.js';
import { keepAccountNumbers } from '../../../../platform/account-numbers/index.js';
import { type ApiError, invalid, notFound, mergeObjects, parseExactly } from '../../../../platform/http/index.js';
import { changeTime } from '../domain/change-time.js';
import { dataKey } from '../domain/data-key.js';
import type { EntityPatch } from '../domain/entity-patch.js';
import { statusSourceOf, statusesRequiringReason } from '../domain/status-change.js';

import type { EntityRow } from '../persistence/entity-row.js';
import { lockEntityRow, updateEntity } from '../persistence/entity-writer.js';
import { insertStatusChange } from '../persistence/status-history-store.js';
import { AccountNumberRepository } from '../persistence/account-number-repository.js';
import { accountNumberOf, withAccountNumber } from './account-numbers.js';
import { changedFields } from './changed-fields.js';
import { checkMatrices } from './check-matrices.js';
import { checkTaxId } from './create-entity.js';
import { announceChanges, type EntityChange, recordChanges } from './entity-change.js';
import { duplicateError, reasonError } from './change-errors.js';
import { toEntityLocator } from './to-entity-locator.js';
import { ErasedWithEntities } from './erased-with-entities.js';
import type { EntityKey } from './get-entity.js';
import { type EntityEvaluation, EvaluateEntity } from './evaluate-entity.js';
import { isDeepStrictEqual } from 'node:util';
import { readPath } from '@tamis/lang';
import { EnrichmentData } from '../../../decisions/enrichment-data/index.js';
import type { IsChanged } from '../../../decisions/evaluations/index.js';
import { toEntityRecord } from '../persistence/to-entity-record.js';
import { limits } from '../../../../platform/limits.js';
import { taxIdKey } from '../domain/normalize-tax-id.js';
import { isAnotherPerson } from '../domain/verified-identity.js';

/** Applies a patch to an entity, except for its status, and sets `updatedAt`. Throws 400 if its data would become too large. */
function applyPatch(before: EntityRow, patch: EntityPatch): EntityRow {
  const { attributesJson, newAttributesJson, entityDataJson, operationalHoursJson, manualRiskJson } = patch;
  const { taxId, registrationDate, expiresAt, riskFactors, ...rest } = patch;
  const attributes =
    attributesJson === undefined
      ? before.attributes
      : mergeObjects(before.attributes, keepAccountNumbers(attributesJson, before.attributes), 'shallow');
  const entityData =
    entityDataJson === undefined
      ? before.entityData
      : mergeObjects(before.entityData, keepAccountNumbers(entityDataJson, before.entityData), 'deep');
  const replaced =
    newAttributesJson === undefined ? undefined : keepAccountNumbers(newAttributesJson, before.attributes);
  return {
    ...before,
    name: rest.name ?? before.name,
    externalId: before.externalId ?? rest.externalId ?? null,
    countryCode: rest.countryCode ?? before.countryCode,
    nationality: patchedValue(rest.nationality, before.nationality),
    email: patchedValue(rest.email, before.email),
    phone: patchedValue(rest.phone, before.phone),
    isClient: rest.isClient ?? before.isClient,
    riskMatrixIds: rest.riskMatrixIds ?? before.riskMatrixIds,
    riskFactors: riskFactors ?? before.riskFactors,
    manualRisk: manualRiskJson ?? before.manualRisk,
    statusLocked: rest.statusLocked ?? before.statusLocked,
    taxId: patchedValue(taxId, before.taxId),
    normalizedTaxId: taxId === undefined ? before.normalizedTaxId : taxIdKey(taxId),
    registrationDate: patchedTime(registrationDate, before.registrationDate),
    expiresAt: patchedTime(expiresAt, before.expiresAt),
    attributes: requireSizeLimit('attributes', replaced ?? attributes),
    entityData: requireSizeLimit('entityData', entityData),
    operationalHours: patchedValue(operationalHoursJson, before.operationalHours),
  };
}

/** The verified person has not changed: the result of the validation stays, and names its subject. */
const withoutStaleVerification = (before: EntityRow, patched: EntityRow): EntityRow =>
  before.kycVerified && isAnotherPerson(before, patched) ? { ...patched, kycVerified: false } : patched;

/** An absent value keeps the previous one, and null removes it. */
const patchedValue = <T>(value: T | null | undefined, before: T | null): T | null =>
  value === undefined ? before : value;

const patchedTime = (text: string | null | undefined, before: Date | null): Date | null =>
  text == null ? patchedValue(text, before) : new Date(text);

function requireSizeLimit(field: string, json: string): string {
  if (json.length <= limits.entityJsonCharacters) return json;
  throw invalid({ [field]: `${field} would have more than ${limits.entityJsonCharacters} characters` });
}

/** Returns a function that checks whether the value at a path of the record, as rules read it, differs between two states of an entity. */
function changeDetector(before: EntityRow, after: EntityRow): IsChanged {
  const records = [before, after].map((row) => toEntityRecord(row, parseExactly));
  return (path) => {
    const [previous, current] = records.map((record) => readPath(record, path.split('.')));
    return !isDeepStrictEqual(previous, current);
  };
}

/** Result of a patch. */
export interface ChangedEntity {
  readonly before: EntityRow;
  /** The entity after its rules ran. */
  readonly after: EntityRow;
  /** Changes to be recorded, without those made by rules; empty if nothing changed. */
  readonly changes: readonly EntityChange[];
  /** One evaluation per event that has rules; the last one is shown to the caller. */
  readonly runs: readonly EntityEvaluation[];
  /** Identifies the change if no rules ran: the first audit entry about it. `null` if nothing changed. */
  readonly entryId: string | null;
}

/** Builds a patch for the given entity, checking what depends on its type. */
export type BuildPatch = (entity: EntityRow) => EntityPatch;

/** Changes an entity and evaluates its rules. */
@Injectable()
export class ChangeEntity {
  constructor(
    private readonly database: TenantDatabase,
    private readonly rules: EvaluateEntity,
    private readonly enrichments: EnrichmentData,
    private readonly erased: ErasedWithEntities,
    private readonly numbers: AccountNumberRepository,
  ) {}

  /** Throws 404 for an entity that is unknown, deleted or of another organization, and the errors of `changeInTransaction`. */
  change(principal: Principal, key: EntityKey, patchOf: BuildPatch, now: Date): Promise<ChangedEntity> {
    return this.database.transaction(principal.organizationId, async (client) => {
      const place = toEntityLocator(key);
      const before = place && (await lockEntityRow(client, principal.organizationId, place));
      if (!before) throw notFound('Entity');
      const changed = await this.changeInTransaction(client, principal, before, patchOf(before), now);
      const entries = changed.runs.flatMap((run) => run.entries);
      await recordChanges(client, byPrincipal(principal), changed.changes, entries);
      return changed;
    });
  }

  /**
   * Like `change`, on a row returned by `lockEntityRow`, inside a transaction in which the caller has more to do, and which the caller ends
   * with `recordChanges`. Throws 400 `INVALID_TAX_ID`, 400 `REASON_REQUIRED`, 409 `DUPLICATE_TAX_ID`, and 422 `RISK_MATRIX_NOT_FOUND`.
   */
  async changeInTransaction(
    client: Transaction,
    principal: Principal,
    found: EntityRow,
    patch: EntityPatch,
    now: Date,
  ): Promise<ChangedEntity> {
    const before = patch.status === 'deleted' ? await this.withoutWaits(client, found) : found;
    await checkPatch(client, before, patch);
    const wanted = withoutStaleVerification(before, applyPatch(before, patch));
    const patched = await this.withStoredAccountNumber(principal, before, wanted);
    if (patched.taxId !== before.taxId || patched.countryCode !== before.countryCode) checkTaxId(patched);
    const status = patch.status ?? before.status;
    const isMoved = status !== before.status;
    const reason = patch.reason ?? null;
    if (isMoved && statusesRequiringReason.has(status) && reason === null) throw reasonError(status);
    const isChanged = changedFields(before, patched).length > 0;
    if (!isMoved && !isChanged) return { before, after: before, changes: [], runs: [], entryId: null };
    const at = changeTime(now, before);
    const after: EntityRow = {
      ...patched,
      updatedAt: at,
      ...(isMoved && { status, statusReason: reason, deletedAt: status === 'deleted' ? at : null }),
    };
    const duplicate = await updateEntity(client, before, after);
    if (duplicate) throw duplicateError(duplicate, 'changed');
    if (after.deletedAt !== null) await this.eraseKnown(client, before);
    if (isMoved) await storeStatusChange(client, byPrincipal(principal), before, after, at);
    const entryId = newId(now.getTime());
    const attributesOnly = patch.attributesOnly ?? false;
    const changes = changesOf(before, after, { reason, entryId, isChanged, attributesOnly });
    await announceChanges(client, byPrincipal(principal).actor, changes);
    const triggers = [...(isChanged ? ['updated'] : []), ...(isMoved ? ['status_changed'] : [])];
    const isRun = !patch.skipRulesExecution && after.deletedAt === null;
    const runs = isRun ? await this.evaluateRules(client, principal, { before, after }, triggers) : [];
    return { before, after: runs.at(-1)?.row ?? after, entryId, changes, runs };
  }

  /** A caller who is shown the number in full can send it back. Throws 400 for any other number. */
  private async withStoredAccountNumber(
    principal: Principal,
    before: EntityRow,
    patched: EntityRow,
  ): Promise<EntityRow> {
    const [masked, sent] = [accountNumberOf(before), accountNumberOf(patched)];
    if (sent === masked) return patched;
    const mayKnow = masked !== null && sent !== null && hasPermission(principal.scopes, 'entities:read_sensitive');
    const stored = mayKnow ? (await this.numbers.find(before.organizationId, [before.id])).get(before.id) : undefined;
    if (sent !== stored) throw accountNumberChangeError(before);
    return withAccountNumber(patched, masked!);
  }

  /**
   * Ends everything that waits for an entity before it is deleted, so that it will not wait for something that no longer exists if it is
   * restored.
   */
  private async withoutWaits(client: Transaction, found: EntityRow): Promise<EntityRow> {
    await this.erased.end(client, found);
    return (await lockEntityRow(client, found.organizationId, { id: found.id }))!;
  }

  private async eraseKnown(client: Transaction, row: EntityRow): Promise<void> {
    await this.enrichments.erase(client, { organizationId: row.organizationId, entityId: row.id });
    await this.erased.erase(client, row);
  }

  private async evaluateRules(
    client: Transaction,
    principal: Principal,
    { before, after }: { readonly before: EntityRow; readonly after: EntityRow },
    triggers: readonly string[],
  ): Promise<readonly EntityEvaluation[]> {
    const runs: EntityEvaluation[] = [];
    for (const trigger of triggers) {
      const isChanged = trigger === 'updated' ? changeDetector(before, after) : undefined;
      const row = runs.at(-1)?.row ?? after;
      const run = await this.rules.evaluate(client, row, { principal, trigger, matrixIds: [], isChanged });
      if (run) runs.push(run);
    }
    return runs;
  }
}

/** Throws 400 for lists that would become too long: two lists that are each within the limit may have been joined. */
function checkLengths({ riskMatrixIds = [], riskFactors = [], manualRiskJson = '{}' }: EntityPatch): void {
  const { reasons } = JSON.parse(manualRiskJson) as { readonly reasons?: readonly unknown[] };
  const problem = (length: number, most: number): string | false => length > most && `would have more than ${most}`;
  const problems = {
    riskMatrixIds: problem(riskMatrixIds.length, limits.riskMatrixIds),
    riskFactors: problem(Math.max(riskFactors.length, reasons?.length ?? 0), limits.riskFactors),
  };
  const found = Object.entries(problems).filter((entry): entry is [string, string] => entry[1] !== false);
  if (found.length > 0) throw invalid(Object.fromEntries(found));
}

async function checkPatch(client: Transaction, before: EntityRow, patch: EntityPatch): Promise<void> {
  checkLengths(patch);
  if (patch.riskMatrixIds) await checkMatrices(client, before.organizationId, patch.riskMatrixIds);
  if (patch.entityDataJson !== undefined && before.type === 'payment_method') {
    throw invalid({ [`entityData.${dataKey(before.type)}`]: 'the data of a payment method cannot be changed' });
  }
}

// The account number is stored encrypted and separately from the record, so it cannot be overwritten.
const accountNumberChangeError = ({ type }: EntityRow): ApiError =>
  invalid({
    [`entityData.${dataKey(type)}.accountNumber`]: 'an account number cannot be changed: create a new record',
  });

/** Stores the status change from `before` to `after` in the history. */
export const storeStatusChange = (
  client: Transaction,
  { organizationId, actor }: AuditSubject,
  before: EntityRow,
  { id, status, statusReason }: EntityRow,
  changedAt: Date,
): Promise<void> =>
  insertStatusChange(client, organizationId, id, {
    status,
    previousStatus: before.status,
    reason: statusReason,
    changedBy: actor,
    source: statusSourceOf(actor),
    changedAt,
  });

interface Told {
  readonly reason: string | null;
  readonly entryId: string;
  /** Whether a field other than the status changed. */
  readonly isChanged: boolean;
  readonly attributesOnly: boolean;
}

function changesOf(before: EntityRow, after: EntityRow, { isChanged, ...told }: Told): readonly EntityChange[] {
  if (after.status !== 'deleted') return [{ kind: 'updated', before, after, ...told }];
  const { status, deletedAt, statusReason } = before;
  const kept: EntityRow = { ...after, status, deletedAt, statusReason };
  const deleted: EntityChange = { kind: 'deleted', before: kept, after, reason: told.reason };
  return isChanged ? [{ kind: 'updated', before, after: kept, ...told }, deleted] : [deleted];
}
