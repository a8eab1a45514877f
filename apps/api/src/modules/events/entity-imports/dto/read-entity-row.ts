import type { Type } from '@nestjs/common';
import { isObject } from '@tamis/stdx';

import {
  arrayElements,
  atPath,
  elementProblems,
  invalid,
  memberText,
  mergeObjects,
  validateElement,
} from '../../../../platform/http/index.js';
import { limits } from '../../../../platform/limits.js';
import {
  checkTaxId,
  CreateEntityBody,
  CreatePaymentMethodBody,
  type DeclaredRelationship,
  DeclaredRelationshipBody,
  type NewEntity,
  type NewPaymentMethod,
  normalizeTaxId,
  readEntityBody,
  readMatrixIds,
  readPaymentMethodBody,
  readRelationship,
} from '../../../parties/entities/index.js';
import {
  checkNewAccount,
  type CreateAccountBody,
  type NewAccount,
  readNewAccount,
} from '../../../parties/entity-accounts/index.js';
import type { BatchRowInput } from '../../batch-jobs/index.js';
import type { EntityBatchOptions } from '../domain/entity-batch.js';
import { EntityRowColumns, rowColumnNames, rowTypes } from './entity-row.body.js';

/** What a row requests to be stored. */
export type EntityRow =
  | { readonly kind: 'party'; readonly entity: NewEntity; readonly accounts: readonly NewAccount[] }
  | { readonly kind: 'payment method'; readonly paymentMethod: NewPaymentMethod };

/**
 * Reads a row as the entity it describes, with the options of its batch. Throws 400 if the row can never be stored, regardless of the data
 * in the database.
 */
export function readEntityRow({ sent, raw }: BatchRowInput, options: EntityBatchOptions): EntityRow {
  if (!isObject(sent)) throw invalid({ body: 'must be an object' });
  const type = sent['type'] ?? sent['entityType'];
  return type === 'payment_method' ? readPaymentMethod(sent, raw) : readParty(sent, raw, options);
}

function readPaymentMethod(sent: object, raw: string): EntityRow {
  const [body, columns] = validateRow(CreatePaymentMethodBody, { ...sent, entityType: 'payment_method' });
  if (columns.account != null || columns.accounts != null)
    throw invalid({
      [columns.account == null ? 'accounts' : 'account']: 'only a person or a company can have accounts',
    });
  const paymentMethod = readPaymentMethodBody(body, raw);
  const relationships = [...paymentMethod.relationships, ...relationshipOf(columns)];
  checkCount(relationships);
  return { kind: 'payment method', paymentMethod: { ...paymentMethod, relationships } };
}

function readParty(sent: Readonly<Record<string, unknown>>, raw: string, options: EntityBatchOptions): EntityRow {
  if (sent['type'] != null && !(rowTypes as readonly unknown[]).includes(sent['type']))
    throw invalid({ ...elementProblems(CreateEntityBody, sent), type: `type must be one of ${rowTypes.join(', ')}` });
  const [body, columns] = validateRow(CreateEntityBody, sent);
  if (body.autoExecuteIntegrations != null)
    throw invalid({ autoExecuteIntegrations: `cannot be used in rows of ${options.entityImportMode}` });
  const entity = readEntityBody(withDefaults(body, options), raw);
  checkTaxId({ type: entity.type, taxId: entity.taxId ?? null, countryCode: entity.countryCode });
  const relationships = [...(entity.relationships ?? []), ...relationshipOf(columns)];
  checkCount(relationships);
  checkNotItself(entity, relationships, columns);
  const attributesJson = mergeObjects(options.attributes ?? '{}', entity.attributesJson ?? '{}', 'shallow');
  return { kind: 'party', entity: { ...entity, attributesJson, relationships }, accounts: accountsOf(columns, raw) };
}

/** Fills in the options of the batch where the row sets nothing. */
function withDefaults(body: CreateEntityBody, options: EntityBatchOptions): CreateEntityBody {
  const { isClient, status, nationality, monitoring, riskMatrixPersonId, riskMatrixCompanyId } = options;
  const matrixId = body.type === 'company' ? riskMatrixCompanyId : riskMatrixPersonId;
  body.skipRulesExecution ??= options.skipRulesExecution;
  if (isClient !== undefined) body.isClient ??= isClient;
  if (status !== undefined) body.status ??= status;
  if (nationality !== undefined) body.nationality ??= nationality;
  if (monitoring !== undefined) body.monitoring ??= monitoring;
  if (matrixId !== null && readMatrixIds(body) === undefined) body.riskMatrixIds = [matrixId];
  return body;
}

/** Throws a 400 that lists all invalid members. */
function validateRow<T extends object>(type: Type<T>, sent: object): readonly [T, EntityRowColumns] {
  const hasColumns = rowColumnNames.some((name) => Object.hasOwn(sent, name));
  const problems = hasColumns ? elementProblems(EntityRowColumns, sent) : {};
  if (Object.keys(problems).length > 0) throw invalid({ ...problems, ...elementProblems(type, sent) });
  return [validateElement(type, sent), hasColumns ? validateElement(EntityRowColumns, sent) : new EntityRowColumns()];
}

/** Returns the relationship declared by the columns of a row, or none if they do not identify a counterpart. */
function relationshipOf(columns: EntityRowColumns): readonly DeclaredRelationship[] {
  const { relatedEntityId, relatedExternalId, relatedTaxId, relationshipType, relationshipRole: role } = columns;
  const names = { relatedEntityId, relatedExternalId, relatedTaxId };
  if ([...Object.values(names), relationshipType, role].every((value) => value == null)) return [];
  if (relationshipType == null)
    throw invalid({ relationshipType: 'relationshipType is required with a related entity' });
  const asSource = columns.relationshipAsSource;
  const declared = Object.assign(new DeclaredRelationshipBody(), { ...names, relationshipType, role, asSource });
  return [readRelationship(declared, '{}')];
}

function checkCount({ length }: readonly DeclaredRelationship[]): void {
  const most = limits.declaredRelationships;
  if (length > most) throw invalid({ relationships: `a row can declare at most ${most} relationships` });
}

/** Throws 400 if an entity would be related to itself. */
function checkNotItself(
  { externalId, taxId }: NewEntity,
  relationships: readonly DeclaredRelationship[],
  { relatedTaxId, relatedExternalId }: EntityRowColumns,
): void {
  const own = taxId == null ? null : normalizeTaxId(taxId);
  const at = relationships.findIndex(
    ({ counterpart }) =>
      (counterpart.externalId != null && counterpart.externalId === externalId) ||
      (counterpart.normalizedTaxId != null && counterpart.normalizedTaxId === own),
  );
  if (at < 0) return;
  const isOfColumns = at === relationships.length - 1 && (relatedTaxId ?? relatedExternalId) != null;
  const column = relatedTaxId == null ? 'relatedExternalId' : 'relatedTaxId';
  throw invalid({ [isOfColumns ? column : `relationships[${at}]`]: 'names the entity itself' });
}

/** Returns the accounts of a row. Throws 400 if an account is invalid for any entity. */
function accountsOf({ account, accounts }: EntityRowColumns, raw: string): readonly NewAccount[] {
  const several = arrayElements(memberText(raw, 'accounts') ?? '[]');
  const read = (path: string, body: CreateAccountBody, json: string): NewAccount =>
    atPath(path, () => {
      const fields = readNewAccount(body, json);
      checkNewAccount(fields);
      return fields;
    });
  return [
    ...(account == null ? [] : [read('account', account, memberText(raw, 'account')!)]),
    ...(accounts ?? []).map((each, index) => read(`accounts[${index}]`, each, several[index]!)),
  ];
}
