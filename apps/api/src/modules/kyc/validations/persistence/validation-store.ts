import {
  findOrganizations,
  type Queryable,
  SqlConditions,
  type Transaction,
  violatedConstraint,
} from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import { addAssigneeCondition } from '../../../casework/alerts/index.js';
import type { ValidationStatus } from '../domain/moves.js';
import type { Validation } from '../domain/validation.js';

const columns = `v.id, v.organization_id as "organizationId", v.entity_id as "entityId", v.session_id as "sessionId", v.status,
  v.is_current as "isCurrent", v.integration_code as "integrationCode", v.price_cents as "priceCents", v.language,
  v.metadata::text as metadata, v.workflow_id as "workflowId", v.webhook_url as "webhookUrl", v.redirect_url as "redirectUrl",
  v.omit_warnings as "omitWarnings", v.double_check_registry as "doubleCheckRegistry", v.attempts, v.image_count as "imageCount",
  v.decision, v.requested_by as "requestedBy", v.sandbox_outcome as "sandboxOutcome", v.cause::jsonb as cause, v.expires_at as "expiresAt",
  v.created_at as "createdAt", v.updated_at as "updatedAt", v.assigned_to as "assignedTo"`;

export interface NewValidation extends Validation {
  readonly sessionHash: Buffer;
  /** The time at which it ends automatically. */
  readonly dueAt: Date;
}

/** Returns `false` if another validation of the person has become current meanwhile. The transaction can then no longer be used. */
export async function insertValidation(client: Transaction, row: NewValidation): Promise<boolean> {
  try {
    await client.query({
      name: 'kyc-validation-insert',
      text: `insert into kyc_validations (organization_id, id, entity_id, session_id, session_hash, status, is_current, integration_code,
          price_cents, language, metadata, workflow_id, webhook_url, redirect_url, omit_warnings, double_check_registry, requested_by,
          sandbox_outcome, cause, due_at, expires_at, created_at, updated_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $22)`,
      values: [
        ...[row.organizationId, row.id, row.entityId, row.sessionId, row.sessionHash, row.status, row.isCurrent],
        ...[row.integrationCode, row.priceCents, row.language, row.metadata, row.workflowId, row.webhookUrl],
        ...[row.redirectUrl, row.omitWarnings, row.doubleCheckRegistry, JSON.stringify(row.requestedBy)],
        ...[row.sandboxOutcome, row.cause && JSON.stringify(row.cause), row.dueAt, row.expiresAt, row.createdAt],
      ],
    });
    return true;
  } catch (error) {
    if (violatedConstraint(error) !== 'kyc_validations_current') throw error;
    return false;
  }
}

export async function findValidation(
  client: Queryable,
  organizationId: string,
  id: string,
): Promise<Validation | null> {
  const { rows } = await client.query<Validation>({
    name: 'kyc-validation-find',
    text: `select ${columns} from kyc_validations v where v.organization_id = $1 and v.id = $2`,
    values: [organizationId, id],
  });
  return rows[0] ?? null;
}

/** Finds a validation by the secret of its link, which becomes invalid when the link ends. */
export async function findBySession(
  client: Queryable,
  organizationId: string,
  sessionHash: Buffer,
): Promise<Validation | null> {
  const { rows } = await client.query<Validation>({
    name: 'kyc-validation-session',
    text: `select ${columns} from kyc_validations v
      where v.organization_id = $1 and v.session_hash = $2 and v.expires_at > now()`,
    values: [organizationId, sessionHash],
  });
  return rows[0] ?? null;
}

/**
 * Locks the validation against changes until the transaction ends. The caller must already hold the lock on the entity, because all callers
 * use this order.
 */
export async function lockValidation(
  client: Transaction,
  organizationId: string,
  id: string,
): Promise<Validation | null> {
  const { rows } = await client.query<Validation>({
    name: 'kyc-validation-lock',
    text: `select ${columns} from kyc_validations v where v.organization_id = $1 and v.id = $2 for update`,
    values: [organizationId, id],
  });
  return rows[0] ?? null;
}

/** Returns all validations of a person, locked. */
export async function lockValidationsOf(
  client: Transaction,
  organizationId: string,
  entityId: string,
): Promise<readonly Validation[]> {
  const { rows } = await client.query<Validation>({
    name: 'kyc-validations-lock',
    text: `select ${columns} from kyc_validations v where v.organization_id = $1 and v.entity_id = $2 order by v.id for update`,
    values: [organizationId, entityId],
  });
  return rows;
}

export async function findCurrent(
  client: Queryable,
  organizationId: string,
  entityId: string,
): Promise<Validation | null> {
  const { rows } = await client.query<Validation>({
    name: 'kyc-validation-current',
    text: `select ${columns} from kyc_validations v where v.organization_id = $1 and v.entity_id = $2 and v.is_current`,
    values: [organizationId, entityId],
  });
  return rows[0] ?? null;
}

export interface ValidationFilter {
  readonly entityId?: string;
  readonly status?: readonly ValidationStatus[];
  /** `null` means nobody. */
  readonly assignee?: string | null | undefined;
}

/** Returns the newest validations first. */
export const selectValidations = (
  client: Queryable,
  organizationId: string,
  query: PageQuery & ValidationFilter,
): Promise<Page<Validation>> =>
  selectPage<Validation>(client, {
    list: 'kyc validations',
    columns,
    from: 'kyc_validations v',
    conditions: addAssigneeCondition(new SqlConditions(organizationId, 'v.organization_id'), query.assignee)
      .add('v.entity_id = ?', query.entityId)
      .add('v.status = any(?)', query.status),
    query,
    sortBy: { column: 'v.created_at', type: 'timestamptz', id: 'v.id' },
    descending: true,
  });

/** The values that a move writes; omitted fields stay unchanged. */
export interface ValidationUpdate {
  readonly status?: ValidationStatus;
  readonly isCurrent?: boolean;
  readonly sessionId?: string;
  /** `null` means that its link has ended. */
  readonly sessionHash?: Buffer | null;
  readonly decision?: Validation['decision'];
  /** `null` means that it no longer ends automatically. */
  readonly dueAt?: Date | null;
  readonly imagesUntil?: Date | null;
  readonly expiresAt?: Date;
  readonly attempts?: number;
  readonly imageCount?: number;
  readonly findings?: Buffer | null;
}

const columnNames: Readonly<Record<keyof ValidationUpdate, string>> = {
  status: 'status',
  isCurrent: 'is_current',
  sessionId: 'session_id',
  sessionHash: 'session_hash',
  decision: 'decision',
  dueAt: 'due_at',
  imagesUntil: 'images_until',
  expiresAt: 'expires_at',
  attempts: 'attempts',
  imageCount: 'image_count',
  findings: 'findings',
};

export async function updateValidation(
  client: Transaction,
  { organizationId, id }: Pick<Validation, 'organizationId' | 'id'>,
  update: ValidationUpdate,
  now: Date,
): Promise<void> {
  const entries = Object.entries(update) as [keyof ValidationUpdate, unknown][];
  const sets = entries.map(([name], index) => `${columnNames[name]} = $${index + 4}`);
  await client.query(
    `update kyc_validations set ${[...sets, 'updated_at = $3'].join(', ')} where organization_id = $1 and id = $2`,
    [
      ...[organizationId, id, now],
      ...entries.map(([name, value]) => (name === 'decision' && value !== null ? JSON.stringify(value) : value)),
    ],
  );
}

export async function findFindings(client: Queryable, organizationId: string, id: string): Promise<Buffer | null> {
  const { rows } = await client.query<{ findings: Buffer | null }>({
    name: 'kyc-findings',
    text: 'select findings from kyc_validations where organization_id = $1 and id = $2',
    values: [organizationId, id],
  });
  return rows[0]?.findings ?? null;
}

const lookup = 'kyc validations';

/**
 * Returns the organizations with validations that are now due to end automatically. The transaction of `client` belongs to no organization.
 */
export const findOrganizationsWithDue = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    lookup,
    'select distinct organization_id as id from kyc_validations where due_at is not null and due_at <= now()',
  );

/** Returns the due validations of one organization. */
export async function findDue(client: Queryable, organizationId: string, most: number): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'kyc-validations-due',
    text: `select id from kyc_validations where organization_id = $1 and due_at is not null and due_at <= now() order by due_at limit $2`,
    values: [organizationId, most],
  });
  return rows.map(({ id }) => id);
}

export async function findDueAt(client: Queryable, organizationId: string, id: string): Promise<Date | null> {
  const { rows } = await client.query<{ dueAt: Date | null }>({
    name: 'kyc-validation-due-at',
    text: 'select due_at as "dueAt" from kyc_validations where organization_id = $1 and id = $2',
    values: [organizationId, id],
  });
  return rows[0]?.dueAt ?? null;
}

/** Returns the organizations with images whose retention period has ended. The transaction of `client` belongs to no organization. */
export const findOrganizationsWithOldImages = (client: Transaction): Promise<readonly string[]> =>
  findOrganizations(
    client,
    lookup,
    'select distinct organization_id as id from kyc_validations where images_until is not null and images_until <= now()',
  );

/** Returns the ids of validations whose images are no longer kept, and excludes these validations from later calls. */
export async function takeOldImages(
  client: Transaction,
  organizationId: string,
  most: number,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>({
    name: 'kyc-validations-old-images',
    text: `update kyc_validations set images_until = null where organization_id = $1 and id in (
        select id from kyc_validations where organization_id = $1 and images_until is not null and images_until <= now()
        order by images_until limit $2 for update skip locked) returning id`,
    values: [organizationId, most],
  });
  return rows.map(({ id }) => id);
}

export async function deleteValidationsOf(
  client: Transaction,
  organizationId: string,
  entityId: string,
): Promise<void> {
  await client.query('delete from kyc_validations where organization_id = $1 and entity_id = $2', [
    organizationId,
    entityId,
  ]);
}

/** Returns those of the ids that have neither delivered nor ended, so that their cost is still reserved. Used by checks of the ledger. */
export async function findOpenValidations(
  client: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ id: string }>({
    name: 'kyc-validations-open',
    text: `select id from kyc_validations where organization_id = $1 and id::text = any($2) and status in ('pending', 'in_progress')`,
    values: [organizationId, ids],
  });
  return new Set(rows.map(({ id }) => id));
}
