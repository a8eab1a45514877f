import type { Transaction } from '../database/index.js';
import type { EmailEvent } from './outgoing-emails.js';

/** An email leased by this process. No other process sends it for the time of the lease. */
export interface LeasedEmail {
  readonly id: string;
  readonly organizationId: string | null;
  readonly event: EmailEvent;
  readonly recipient: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly masterKeyId: string | null;
  readonly expiresAt: Date;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

/** - `sent`: the mail server took it
 *  - `refused`: it never will
 *  - `simulated`: it was of a sandbox */
export type EmailOutcome = 'sent' | 'refused' | 'simulated';

/** The result of sending a leased email. Without `outcome` it is retried. */
export interface EmailResult {
  readonly id: string;
  readonly attempt: number;
  readonly outcome: EmailOutcome | null;
  readonly problem: string | null;
  readonly retrySeconds: number;
}

const lookup = 'outgoing emails';

/**
 * Leases the next emails to send. An organization that reached its daily limit waits for the next day. Its waiting emails are queued behind
 * those of others.
 */
export async function leaseEmails(
  client: Transaction,
  { most, leaseMs, dailyLimit }: { readonly most: number; readonly leaseMs: number; readonly dailyLimit: number },
): Promise<readonly LeasedEmail[]> {
  await client.allowLookup(lookup);
  const { rows } = await client.query<LeasedEmail & { readonly isOverLimit: boolean }>(
    `with due as (
       select id, organization_id from outgoing_emails
       where outcome is null and next_attempt_at <= now() and expires_at > now()
       order by next_attempt_at limit $1 for update skip locked),
     over_limit as (
       select d.organization_id from (select distinct organization_id from due where organization_id is not null) d
       where (select count(*) from outgoing_emails e
              where e.organization_id = d.organization_id and e.ended_at > now() - interval '1 day' and e.outcome = 'sent') >= $3)
     update outgoing_emails e set
       next_attempt_at = now() + case when o.organization_id is null then $2 * interval '1 millisecond' else interval '1 hour' end,
       attempts = e.attempts + case when o.organization_id is null then 1 else 0 end,
       problem = case when o.organization_id is null then e.problem else 'the organization was sent as many as it may in a day' end
     from due d left join over_limit o on o.organization_id = d.organization_id
     where e.id = d.id
     returning e.id, e.organization_id as "organizationId", e.event, e.recipient, e.payload, e.master_key_id as "masterKeyId",
       e.expires_at as "expiresAt", e.attempts as attempt, o.organization_id is not null as "isOverLimit"`,
    [most, leaseMs, dailyLimit],
  );
  return rows.filter(({ isOverLimit }) => !isOverLimit);
}

type Leased = Pick<LeasedEmail, 'id' | 'attempt'>;

const idsOf = (leased: readonly Leased[]): string[] => leased.map(({ id }) => id);
const attemptsOf = (leased: readonly Leased[]): number[] => leased.map(({ attempt }) => attempt);

/** Renews the lease of these emails. Emails taken over by another process are left to it. */
export async function renewEmails(client: Transaction, leased: readonly Leased[], leaseMs: number): Promise<void> {
  await client.allowLookup(lookup);
  await client.query(
    `update outgoing_emails e set next_attempt_at = now() + $3 * interval '1 millisecond'
     from unnest($1::uuid[], $2::int[]) as l (id, attempt)
     where e.id = l.id and e.attempts = l.attempt and e.outcome is null`,
    [idsOf(leased), attemptsOf(leased), leaseMs],
  );
}

/** A sent email keeps only its recipient and time. The latest lease determines when it is retried. */
export async function settleEmails(client: Transaction, results: readonly EmailResult[]): Promise<void> {
  await client.allowLookup(lookup);
  await client.query(
    `update outgoing_emails e set
       outcome = r.outcome, problem = r.problem,
       ended_at = case when r.outcome is null then null else now() end,
       payload = case when r.outcome is null then e.payload else '{}' end,
       next_attempt_at = now() + make_interval(secs => r.retry_seconds)
     from unnest($1::uuid[], $2::text[], $3::text[], $4::float8[], $5::int[]) as r (id, outcome, problem, retry_seconds, attempt)
     where e.id = r.id and e.outcome is null and (r.outcome is not null or e.attempts = r.attempt)`,
    [
      idsOf(results),
      results.map(({ outcome }) => outcome),
      results.map(({ problem }) => problem),
      results.map(({ retrySeconds }) => retrySeconds),
      attemptsOf(results),
    ],
  );
}

/** Deletes emails that were not sent in time, and those that ended at least this many days ago. Returns the number deleted. */
export async function deleteOldEmails(client: Transaction, days: number, most: number): Promise<number> {
  await client.allowLookup(lookup);
  const { rowCount } = await client.query(
    `delete from outgoing_emails where id in (
       select id from outgoing_emails
       where (outcome is null and expires_at < now()) or ended_at < now() - make_interval(days => $1) limit $2)`,
    [days, most],
  );
  return rowCount ?? 0;
}

/** Deletes emails of one organization, sent or not, in a transaction of the organization. */
export async function removeEmails(client: Transaction, organizationId: string, ids: readonly string[]): Promise<void> {
  await client.query('delete from outgoing_emails where organization_id = $1 and id = any($2)', [organizationId, ids]);
}
