import type { StoredCase } from '../domain/stored-case.js';
import { takeTurn, type Transaction } from '../../../../platform/database/index.js';
import { limits } from '../../../../platform/limits.js';

const columns: Readonly<Record<keyof StoredCase, string>> = {
  id: 'id',
  organizationId: 'organization_id',
  investigationNumber: 'number',
  name: 'name',
  description: 'description',
  status: 'status',
  priority: 'priority',
  riskScore: 'risk_score',
  alertCount: 'alert_count',
  entityId: 'entity_id',
  entity: 'entity',
  assignedTo: 'assigned_to',
  assignedToType: 'assigned_to_type',
  dueDate: 'due_date',
  closureReason: 'closure_reason',
  outcome: 'outcome',
  tags: 'tags',
  createdBy: 'created_by',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  closedAt: 'closed_at',
  closedBy: 'closed_by',
  version: 'version',
};

const names = Object.keys(columns) as (keyof StoredCase)[];

const selected = (some: readonly (keyof StoredCase)[]): string =>
  some.map((name) => `${columns[name]} as "${name}"`).join(', ');

/** Columns of a SELECT that returns `StoredCase`. */
export const caseColumns = selected(names);

/** Columns of a case in the inbox. */
export const inboxCaseColumns = selected(names.filter((name) => name !== 'description'));

/**
 * Returns and locks the open case of a rule or matrix about an entity, if it has room for further alerts; undefined if there is none.
 * Others that would open the same case wait until the transaction ends, so a caller that opens several must request them in the order of
 * `by`.
 */
export async function lockRaisedCase(
  client: Transaction,
  organizationId: string,
  { by, entityId, room }: { readonly by: string; readonly entityId: string; readonly room: number },
): Promise<StoredCase | undefined> {
  await takeTurn(client, `case:${organizationId}:${by}:${entityId}`);
  const { rows } = await client.query<StoredCase>({
    name: 'raised-case',
    text: `select ${caseColumns} from cases
      where organization_id = $1 and created_by = $2 and entity_id = $3 and status <> 'CLOSED' and alert_count <= $4
      order by cases.created_at desc, cases.id desc limit 1 for no key update`,
    values: [organizationId, by, entityId, limits.alertsPerCase - room],
  });
  return rows[0];
}
