import {
  localTimeSql,
  type Queryable,
  searchPattern,
  searchSql,
  SqlConditions,
  type Transaction,
} from '../../../../platform/database/index.js';
import { type Page, type PageQuery, selectPage } from '../../../../platform/http/index.js';
import { type Severity, addAssigneeCondition, type WorkStatus } from '../../alerts/index.js';
import type { Assignee } from '../../../tenancy/members/index.js';
import type { StoredCase } from '../domain/stored-case.js';
import { caseColumns } from './case-columns.js';

/**
 * Returns the next case number of an organization. Others that open a case wait until the transaction ends; if it is rolled back, the
 * number was never assigned. The year is determined in the organization's time zone.
 */
export async function allocateCaseNumber(client: Transaction, organizationId: string, now: Date): Promise<string> {
  const { rows } = await client.query<{ year: number; last: number }>({
    name: 'case-number',
    text: `insert into case_numbers (organization_id, year, last)
      values ($1, extract(year from ${localTimeSql('$1', '$2::timestamptz')})::int, 1)
      on conflict (organization_id, year) do update set last = case_numbers.last + 1
      returning year, last`,
    values: [organizationId, now],
  });
  const { year, last } = rows[0]!;
  return `INV-${year}-${String(last).padStart(3, '0')}`;
}

export async function insertCase(client: Transaction, opened: StoredCase): Promise<void> {
  await client.query({
    name: 'case-insert',
    text: `insert into cases (organization_id, id, number, name, description, status, priority, risk_score, alert_count, entity_id, entity,
        assigned_to, assigned_to_type, due_date, tags, created_by, created_at, updated_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $17)`,
    values: [
      opened.organizationId,
      opened.id,
      opened.investigationNumber,
      opened.name,
      opened.description,
      opened.status,
      opened.priority,
      opened.riskScore,
      opened.alertCount,
      opened.entityId,
      opened.entity && JSON.stringify(opened.entity),
      opened.assignedTo,
      opened.assignedToType,
      opened.dueDate,
      opened.tags,
      opened.createdBy,
      opened.createdAt,
    ],
  });
}

/** Finds a case. `lock` prevents others from changing it until the transaction ends. */
export async function findCase(
  client: Queryable,
  organizationId: string,
  id: string,
  lock?: 'locked',
): Promise<StoredCase | undefined> {
  const { rows } = await client.query<StoredCase>(
    `select ${caseColumns} from cases where organization_id = $1 and id = $2 ${lock ? 'for no key update' : ''}`,
    [organizationId, id],
  );
  return rows[0];
}

/** Returns and locks some cases of an assignee that are not closed. */
export async function lockOpenCasesOf(
  client: Transaction,
  organizationId: string,
  { type, id }: Assignee,
  most: number,
): Promise<readonly StoredCase[]> {
  const { rows } = await client.query<StoredCase>(
    `select ${caseColumns} from cases
     where organization_id = $1 and assigned_to = $2 and assigned_to_type = $3 and status <> 'CLOSED' limit $4 for no key update`,
    [organizationId, id, type, most],
  );
  return rows;
}

/** Stores the mutable fields of a locked case. */
export async function saveCase(client: Transaction, changed: StoredCase): Promise<void> {
  await client.query({
    name: 'case-save',
    text: `update cases set name = $3, description = $4, status = $5, priority = $6, risk_score = $7, alert_count = $8, assigned_to = $9,
        assigned_to_type = $10, due_date = $11, closure_reason = $12, outcome = $13, tags = $14, updated_at = $15, closed_at = $16,
        closed_by = $17, version = $18
      where organization_id = $1 and id = $2`,
    values: [
      changed.organizationId,
      changed.id,
      changed.name,
      changed.description,
      changed.status,
      changed.priority,
      changed.riskScore,
      changed.alertCount,
      changed.assignedTo,
      changed.assignedToType,
      changed.dueDate,
      changed.closureReason,
      changed.outcome,
      changed.tags,
      changed.updatedAt,
      changed.closedAt,
      changed.closedBy,
      changed.version,
    ],
  });
}

export interface CaseFilter extends PageQuery {
  readonly entityId?: string;
  readonly statuses?: readonly WorkStatus[] | undefined;
  readonly priority?: readonly Severity[];
  /** `null` for cases that are not assigned. */
  readonly assignee?: string | null | undefined;
  /** Part of its name, description or number. */
  readonly search?: string;
}

/** Finds cases, newest first. */
export function findCases(client: Queryable, organizationId: string, filter: CaseFilter): Promise<Page<StoredCase>> {
  const conditions = new SqlConditions(organizationId)
    .add('entity_id = ?', filter.entityId)
    .add('status = any(?)', filter.statuses)
    .add('priority = any(?)', filter.priority)
    .add(searchSql('name', 'description', 'number'), searchPattern(filter.search));
  return selectPage<StoredCase>(client, {
    list: 'investigations',
    columns: caseColumns,
    from: 'cases',
    conditions: addAssigneeCondition(conditions, filter.assignee),
    query: filter,
    sortBy: { column: 'created_at', type: 'timestamptz' },
    descending: true,
  });
}
