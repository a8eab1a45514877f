import { type AuditSubject, byPrincipal, diffChanges, recordAudit } from '../../../platform/audit/index.js';
import { assertPermission, type Permission, type Principal } from '../../../platform/auth/index.js';
import {
  countRows,
  type Queryable,
  type SqlConditions,
  takeTurn,
  type Transaction,
} from '../../../platform/database/index.js';
import { ApiError, notFound } from '../../../platform/http/index.js';
import { type OutboxEvent, writeEvents } from '../../../platform/outbox/index.js';
import { checkAssignee, type ReleasableWork, resolveAssignee } from '../alerts/index.js';
import type { AssignedWorkDto, AssignWorkBody, TakenWorkDto } from './assignment.dto.js';

/** An item that waits for a person. */
export interface AssignableWork {
  readonly id: string;
  readonly entityId: string;
  readonly assignedTo: string | null;
}

/** A kind of work that belongs to another module: how it is locked, assigned and announced. */
export interface WorkKind<Work extends AssignableWork> {
  /** Label of an item in error messages. */
  readonly label: string;
  readonly resourceType: string;
  /** Locks an item until the transaction ends. */
  readonly lock: (client: Transaction, organizationId: string, id: string) => Promise<Work | null>;
  /** Who has it can work on the items. */
  readonly permission: Permission;
  /** Locks some waiting items of a person. */
  readonly lockAssigned: (
    client: Transaction,
    organizationId: string,
    userId: string,
    most: number,
  ) => Promise<readonly Work[]>;
  /** Throws 409 if the item is no longer waiting. */
  readonly assertWaiting: (work: Work) => void;
  readonly save: (client: Transaction, organizationId: string, work: Work, assignedTo: string | null) => Promise<void>;
  readonly eventOf: (organizationId: string, work: Work, assignedTo: string | null) => OutboxEvent;
}

/**
 * Assigns work to a member or to nobody. Throws 404, 400 if the assignee does not exist, and 409 if it is not assigned to the expected
 * person.
 */
export async function assignWork<Work extends AssignableWork>(
  client: Transaction,
  principal: Principal,
  kind: WorkKind<Work>,
  id: string,
  body: AssignWorkBody,
): Promise<AssignedWorkDto> {
  const { organizationId } = principal;
  const work = await kind.lock(client, organizationId, id);
  if (!work) throw notFound(kind.label);
  kind.assertWaiting(work);
  if (body.ifAssignedTo != null && resolveAssignee(principal, body.ifAssignedTo) !== work.assignedTo)
    throw new ApiError('VERSION_CONFLICT', `${kind.label} was assigned to someone else in the meantime; read it again`);
  const assignedTo = resolveAssignee(principal, body.assignedTo) ?? null;
  await give(client, principal, kind, work, assignedTo, body.reason ?? null);
  return { success: true, id, assignedTo, previousAssignedTo: work.assignedTo };
}

/**
 * Assigns the first item found by `lockNext` to the caller. Concurrent callers are served one after another, and each gets a different
 * item. Throws 403 for API keys and without the permission to work on the items.
 */
export async function takeNextWork<Work extends AssignableWork>(
  client: Transaction,
  principal: Principal,
  kind: WorkKind<Work>,
  lockNext: (client: Transaction, organizationId: string) => Promise<Work | null>,
): Promise<TakenWorkDto> {
  const { organizationId, actor } = principal;
  if (actor.type !== 'user') throw new ApiError('FORBIDDEN', 'Work can be taken by users, not by API keys');
  assertPermission(principal, kind.permission);
  await takeTurn(client, `take-next:${kind.resourceType}:${organizationId}`);
  const work = await lockNext(client, organizationId);
  if (!work) return { success: true, id: null };
  await give(client, principal, kind, work, actor.id, null);
  return { success: true, id: work.id };
}

/** Returns the kind of work as one whose items are released if their assignee can no longer work on them. */
export const releasable = <Work extends AssignableWork>(kind: WorkKind<Work>): ReleasableWork => ({
  permissions: [kind.permission],
  async release(client, { assignee: { type, id }, most, by, reason }) {
    const waiting = type === 'user' ? await kind.lockAssigned(client, by.organizationId, id, most) : [];
    for (const work of waiting) await hand(client, by, kind, work, null, reason);
    return waiting.length;
  },
});

async function give<Work extends AssignableWork>(
  client: Transaction,
  principal: Principal,
  kind: WorkKind<Work>,
  work: Work,
  assignedTo: string | null,
  reason: string | null,
): Promise<void> {
  const assignedToType = assignedTo === null ? null : 'user';
  await checkAssignee(client, principal.organizationId, { assignedTo, assignedToType }, [kind.permission]);
  if (assignedTo === work.assignedTo) return;
  await hand(client, byPrincipal(principal), kind, work, assignedTo, reason);
}

async function hand<Work extends AssignableWork>(
  client: Transaction,
  by: AuditSubject,
  kind: WorkKind<Work>,
  work: Work,
  assignedTo: string | null,
  reason: string | null,
): Promise<void> {
  const { organizationId } = by;
  const { id, entityId, assignedTo: before } = work;
  await kind.save(client, organizationId, work, assignedTo);
  await writeEvents(client, [kind.eventOf(organizationId, work, assignedTo)]);
  await recordAudit(client, by, [
    {
      event: `${kind.resourceType}_assigned`,
      resourceType: kind.resourceType,
      resourceId: id,
      summary: assignedTo === null ? 'assigned to nobody' : 'assigned to a user',
      changes: diffChanges({ assignedTo: before }, { assignedTo }, ['assignedTo']),
      reason,
      relatedIds: { entityId },
    },
  ]);
}

/**
 * Counts the waiting items of a kind of work: assigned to one person, unassigned, and in total. `waiting` creates the conditions anew for
 * each count.
 */
export async function countWaiting(
  client: Queryable,
  table: string,
  waiting: () => SqlConditions,
  personId: string,
): Promise<{ readonly mine: number; readonly unassigned: number; readonly all: number }> {
  const count = async ({ where, values }: SqlConditions): Promise<number> =>
    (await countRows(client, `${table} where ${where}`, values)).total;
  return {
    mine: await count(waiting().add('assigned_to = ?', personId)),
    unassigned: await count(waiting().addRaw('assigned_to is null')),
    all: await count(waiting()),
  };
}
