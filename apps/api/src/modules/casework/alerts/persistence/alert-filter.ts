import { searchPattern, searchSql, SqlConditions } from '../../../../platform/database/index.js';
import { type AlertStatus, severities, type Severity } from '../domain/alert-enumerations.js';

/** Filter for alerts; all conditions must match. */
export interface AlertFilter {
  readonly entityId?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly ruleId?: string | undefined;
  readonly statuses?: readonly AlertStatus[] | undefined;
  readonly severity?: readonly Severity[] | undefined;
  readonly priority?: readonly Severity[] | undefined;
  readonly category?: string | undefined;
  /** `null` for alerts that are not assigned. */
  readonly assignee?: string | null | undefined;
  /** Inclusive. */
  readonly createdFrom?: string | undefined;
  readonly createdTo?: string | undefined;
  /** Part of its name, or of the name or external id of the party it concerns. */
  readonly search?: string | undefined;
}

/** Adds a condition for the assignee of records; `null` for records that are not assigned. */
export const addAssigneeCondition = (conditions: SqlConditions, assignee: string | null | undefined): SqlConditions =>
  assignee === null ? conditions.addRaw('assigned_to is null') : conditions.add('assigned_to = ?', assignee);

/** Returns the rank stored in the column: lowest for the most urgent. */
export const rankOf = (priority: Severity): number => severities.length - 1 - severities.indexOf(priority);

export function alertConditions(organizationId: string, filter: AlertFilter): SqlConditions {
  const conditions = new SqlConditions(organizationId)
    .add('target_entity_id = ?', filter.entityId)
    .add('transaction_id = ?', filter.transactionId)
    .add('rule_id = ?', filter.ruleId)
    .add('status = any(?)', filter.statuses)
    .add('severity = any(?)', filter.severity)
    .add('priority_rank = any(?::smallint[])', filter.priority?.map(rankOf))
    .add('category = ?', filter.category)
    .add('created_at >= ?', filter.createdFrom)
    .add('created_at <= ?', filter.createdTo)
    .add(searchSql('name', `(entity ->> 'name')`, `(entity ->> 'externalId')`), searchPattern(filter.search));
  return addAssigneeCondition(conditions, filter.assignee);
}
