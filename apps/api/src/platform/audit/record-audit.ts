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

/** Who changed something. */
export interface AuditActor {
  readonly type: 'user' | 'api_key' | 'system' | 'rule' | 'automation' | 'provider';
  readonly id: string | null;
  readonly name: string | null;
}

/** The members that changed, each before and after; secrets are masked. */
export type Changes = Readonly<Record<string, { readonly previous: unknown; readonly current: unknown }>>;

/** One change that an actor made. */
export interface AuditEntry {
  /** Where something else names the entry; default: a new one. */
  readonly id?: string;
  /** `rule_created` */
  readonly event: string;
  readonly resourceType: string;
  readonly resourceId: string;
  /** A sentence for people. */
  readonly summary: string;
  readonly changes?: Changes;
  readonly reason?: string | null;
  /** `transactionId`, `alertId`, `ruleId`, `evaluationId`, `ruleSetVersion` … */
  readonly relatedIds?: Readonly<Record<string, string>>;
  /** Default: the one whose request it is. */
  readonly actor?: AuditActor;
}

/** Where a change came from. */
export interface AuditContext {
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly requestId: string | null;
  /** `api`, `admin` */
  readonly source: string;
}

/** Whoever runs the server. */
export const systemActor: AuditActor = { type: 'system', id: null, name: 'administration' };

export const rulesActor = (ruleId: string): AuditActor => ({ type: 'rule', id: ruleId, name: null });

/** Whose change it is: in which organization, by whom, from where. */
export interface AuditSubject {
  readonly organizationId: string;
  readonly actor: AuditActor;
  readonly context: AuditContext;
}

/** The subject of changes that a request makes. */
export const byPrincipal = ({ organizationId, actor, from }: Requester): AuditSubject => ({
  organizationId,
  actor: { type: actor.type, id: actor.id, name: actor.name },
  context: { ...from, source: 'api' },
});

/** The subject of what a person does to an organization that their request did not name. */
export const byPerson = (
  organizationId: string,
  { userId, name, from }: Pick<Person, 'userId' | 'name' | 'from'>,
): AuditSubject => ({
  organizationId,
  actor: { type: 'user', id: userId, name },
  context: { ...from, source: 'api' },
});

/** The subject of what the server does by itself; `name`: the part of it that does. */
export const bySystem = (organizationId: string, name: string): AuditSubject => ({
  organizationId,
  actor: { type: 'system', id: null, name },
  context: { ipAddress: null, userAgent: null, requestId: null, source: 'system' },
});

/** The subject of what is done to an organization from the server's own command line. */
export const byAdministration = (organizationId: string): AuditSubject => ({
  organizationId,
  actor: systemActor,
  context: { ipAddress: null, userAgent: null, requestId: null, source: 'admin' },
});

/** Changes of one subject. */
export interface AuditedChanges {
  readonly subject: AuditSubject;
  readonly entries: readonly AuditEntry[];
}

/**
 * Appends entries to the organization's trail in the transaction that makes them true, in order. Everybody else who appends for
 * this organization waits until the transaction ends, so this is its last statement; of one that several join, the last of all.
 */
export const recordAudit = (
  client: Transaction,
  subject: AuditSubject,
  entries: readonly AuditEntry[],
): Promise<void> => recordAudits(client, subject.organizationId, [{ subject, entries }]);

/** As `recordAudit`, of changes that several made in one transaction of one organization. */
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

/** What is appended together is in memory together, and nobody else is served while it is written down. */
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

/** The text of an object without its braces. Nobody knows who will read the trail: account numbers are their last four characters. */
const membersOf = (members: object): string => maskAccountNumbers(JSON.stringify(members)).slice(1, -1);
