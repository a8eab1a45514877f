import type { QueryConfig } from 'pg';

import type { Requester, Person } from '../auth/index.js';
import {
  joinJsonTexts,
  splitJsonTextsSql,
  type DeferredStatement,
  newId,
  type Transaction,
} from '../database/index.js';
import { limits } from '../limits.js';
import { maskAccountNumbers } from '../secrets/account-number-cipher.js';
import { type EntryText, type PackedEntries, packEntries, unpackEntries } from './entry-texts.js';

/** The author of a change. */
export interface AuditActor {
  readonly type: 'user' | 'api_key' | 'system' | 'rule' | 'automation' | 'provider';
  readonly id: string | null;
  readonly name: string | null;
}

/** Changed members, each with its value before and after; secrets are masked. */
export type Changes = Readonly<Record<string, { readonly previous: unknown; readonly current: unknown }>>;

/** A change made by an actor. */
export interface AuditEntry {
  /** Set if something else refers to the entry. Defaults to a new id. */
  readonly id?: string;
  /** `rule_created` */
  readonly event: string;
  readonly resourceType: string;
  readonly resourceId: string;
  /** Human-readable sentence. */
  readonly summary: string;
  readonly changes?: Changes;
  readonly reason?: string | null;
  /** For example `transactionId`, `alertId`, `ruleId`, `evaluationId` or `ruleSetVersion`. */
  readonly relatedIds?: Readonly<Record<string, string>>;
  /** Defaults to the actor of the request. */
  readonly actor?: AuditActor;
}

/** Where a change came from. */
export interface AuditContext {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
  /** `api` or `admin`. */
  readonly source: string;
}

/** The administrator of the server. */
export const systemActor: AuditActor = { type: 'system', id: null, name: 'administration' };

export const rulesActor = (ruleId: string): AuditActor => ({ type: 'rule', id: ruleId, name: null });

/** Context of a change: the organization, the actor, and where it came from. */
export interface AuditSubject {
  readonly organizationId: string;
  readonly actor: AuditActor;
  readonly context: AuditContext;
}

/** Returns the audit subject for changes made by a request. */
export const byPrincipal = ({ organizationId, actor, from }: Requester): AuditSubject => ({
  organizationId,
  actor: { type: actor.type, id: actor.id, name: actor.name },
  context: { ...from, source: 'api' },
});

/** Returns the audit subject for what a person does to an organization that their request did not name. */
export const byPerson = (
  organizationId: string,
  { userId, name, from }: Pick<Person, 'userId' | 'name' | 'from'>,
): AuditSubject => ({
  organizationId,
  actor: { type: 'user', id: userId, name },
  context: { ...from, source: 'api' },
});

/** Returns the audit subject for what the server does by itself. `name` is the component that does it. */
export const bySystem = (organizationId: string, name: string): AuditSubject => ({
  organizationId,
  actor: { type: 'system', id: null, name },
  context: { ipAddress: null, userAgent: null, requestId: null, source: 'system' },
});

/** Returns the audit subject for changes made to an organization from the command line of the server. */
export const byAdministration = (organizationId: string): AuditSubject => ({
  organizationId,
  actor: systemActor,
  context: { ipAddress: null, userAgent: null, requestId: null, source: 'admin' },
});

/** Changes with the same audit subject. */
export interface AuditedChanges {
  readonly subject: AuditSubject;
  readonly entries: readonly AuditEntry[];
}

/**
 * Appends entries in order to the audit trail of the organization, in the database transaction that makes the changes. Others that append
 * for this organization wait until the transaction ends, so this is its last statement. If several callers join one transaction, the
 * entries are appended at its very end.
 */
export const recordAudit = (
  client: Transaction,
  subject: AuditSubject,
  entries: readonly AuditEntry[],
): Promise<void> => recordAudits(client, subject.organizationId, [{ subject, entries }]);

/** Does the same as `recordAudit` for changes by several actors in one transaction of one organization. */
export async function recordAudits(
  client: Transaction,
  organizationId: string,
  changes: readonly AuditedChanges[],
): Promise<void> {
  const texts = changes.flatMap(({ subject, entries }) => entries.map((entry) => entryText(subject, entry)));
  if (texts.length === 0) return;
  const isPacked = client.deferredCount >= limits.auditsUnpacked && texts.length >= limits.auditsPackedTogether;
  await client.atCommit(organizationId, [isPacked ? packEntries(texts) : texts], appendEntries);
}

/** Entries that are appended together are in memory together, and no other work is served while they are written. */
const appendEntries: DeferredStatement<readonly EntryText[] | PackedEntries> = async (
  client,
  organizationId,
  items,
) => {
  let waiting: EntryText[] = [];
  for (const item of items) {
    waiting = waiting.concat(item instanceof Promise ? await unpackEntries(item) : item);
    while (waiting.length > limits.auditsTogether)
      await client.query(appendStatement(organizationId, waiting.splice(0, limits.auditsTogether)));
  }
  client.enqueue(appendStatement(organizationId, waiting));
};

function appendStatement(organizationId: string, texts: readonly EntryText[]): QueryConfig {
  const now = new Date();
  const [ms, timestamp] = [now.getTime(), now.toISOString()];
  const contents = texts.map(
    ({ id, before, after }) => `{"id":"${id ?? newId(ms)}",${before},"timestamp":"${timestamp}",${after}}`,
  );
  return {
    name: 'audit-append',
    text: `select audit_append($1, ${splitJsonTextsSql('$2')})`,
    values: [organizationId, joinJsonTexts(contents)],
  };
}

function entryText({ organizationId, actor, context }: AuditSubject, entry: AuditEntry): EntryText {
  const { id = null, event, resourceType, resourceId, summary } = entry;
  return {
    id,
    before: membersOf({ event, resourceType, resourceId, organizationId }),
    after: membersOf({
      actor: entry.actor ?? actor,
      summary,
      changes: entry.changes ?? {},
      context: { ...context, reason: entry.reason ?? null },
      relatedIds: entry.relatedIds ?? {},
    }),
  };
}

/** The text of an object without its braces. The readers of the audit log are not known, so account numbers are masked. */
const membersOf = (members: object): string => maskAccountNumbers(JSON.stringify(members)).slice(1, -1);
