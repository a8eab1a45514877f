import { partSeed, reportPromise, wholeOrPart } from '@tamis/testkit';

import { createAccount } from '../../tenancy/organizations/index.js';
import { sendForm } from '../../../../test/support/send-form.js';
import type { TestResponse } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';

const organizationCount = 20;
const uploadsAtOnce = 50;
const rounds = wholeOrPart(200, 2);

/** One statement on a batch, as committed. */
interface Logged {
  readonly transaction: string;
  readonly organization: string;
  readonly id: string;
  readonly kind: string;
  readonly status: string;
}

interface Uploader {
  readonly organizationId: string;
  readonly key: string;
  readonly mappingId: string;
}

/**
 * Records every state of a batch when its transaction commits, while it still holds its locks. If it were recorded with each statement, a
 * batch that was stored and then waited for the lock would appear before the one it waited for. Rolled-back changes are not recorded.
 */
const logBatches = [
  `create table batch_log (seq bigserial primary key, transaction text not null, organization uuid not null, id uuid not null, kind text not null, status text not null)`,
  `create function log_batch() returns trigger language plpgsql security definer as $$
     begin
       insert into batch_log (transaction, organization, id, kind, status)
         values (pg_current_xact_id()::text, new.organization_id, new.id, new.kind, new.status);
       return null;
     end $$`,
  `create constraint trigger log_batch after insert or update of status on batch_jobs deferrable initially deferred
     for each row execute function log_batch()`,
];

/** Returns the status of a response with its error code or the status of the batch. */
function toldIn({ status, body }: TestResponse): string {
  const told = body as { code?: string; error?: { code: string }; status?: string };
  return `${status} ${told.error?.code ?? told.code ?? told.status}`;
}

/** Returns the violations of section 8 of the contract at one point in time. */
function violationsIn(jobs: ReadonlyMap<string, Logged>): readonly string[] {
  const live = [...jobs.values()].filter(({ status }) => status === 'queued' || status === 'running');
  const countBy = (of: readonly Logged[], key: (job: Logged) => string): Map<string, number> => {
    const counts = new Map<string, number>();
    for (const job of of) counts.set(key(job), (counts.get(key(job)) ?? 0) + 1);
    return counts;
  };
  const over = (counts: Map<string, number>, most: number, what: string): string[] =>
    [...counts].filter(([, count]) => count > most).map(([key, count]) => `${count} ${what} ${key}`);
  const queued = live.filter(({ status }) => status === 'queued');
  const running = live.filter(({ status }) => status === 'running');
  const imports = running.filter(({ kind }) => kind !== 'user_event_batch');
  return [
    ...over(
      countBy(live, ({ organization, kind }) => `${kind} ${organization}`),
      1,
      'live of',
    ),
    ...over(
      countBy(queued, ({ organization }) => organization),
      1,
      'waiting in',
    ),
    ...over(
      countBy(running, ({ kind }) => kind),
      2,
      'at once of',
    ),
    ...over(
      countBy(imports, ({ organization }) => organization),
      1,
      'imports of records at once in',
    ),
  ];
}

/** Replays the log transaction by transaction, in the order in which they ended. */
function replay(log: readonly Logged[]): { readonly violations: readonly string[]; readonly moments: number } {
  const transactions = new Map<string, Logged[]>();
  const last = new Map<string, number>();
  for (const [place, each] of log.entries()) {
    transactions.set(each.transaction, [...(transactions.get(each.transaction) ?? []), each]);
    last.set(each.transaction, place);
  }
  const jobs = new Map<string, Logged>();
  const violations: string[] = [];
  for (const [transaction] of [...last].sort(([, a], [, b]) => a - b)) {
    for (const each of transactions.get(transaction)!) jobs.set(each.id, each);
    violations.push(...violationsIn(jobs));
    for (const [id, { status }] of jobs) if (status !== 'queued' && status !== 'running') jobs.delete(id);
  }
  return { violations, moments: last.size };
}

describe('concurrent batches of many organizations', () => {
  const api = useOwnTestApi();
  let random = partSeed;
  const next = (below: number): number => {
    random = (Math.imul(random, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((random / 2 ** 32) * below);
  };
  let uploaders: readonly Uploader[];
  beforeAll(async () => {
    for (const statement of logBatches) await api().pool.query(statement);
    uploaders = await Promise.all(Array.from({ length: organizationCount }, (_, n) => newUploader(n)));
  });

  async function newUploader(n: number): Promise<Uploader> {
    const made = await createAccount(api().pool, { name: `Queue ${n}`, deployment: 'development', ifMissing: false });
    if (!made.ok || !made.value.created) throw new Error('no account');
    const { organizationId, key, apiKeyId } = made.value.production;
    await api().pool.query('update api_keys set rate_limit = 1000000, burst_limit = null where id = $1', [apiKeyId]);
    const body = { name: 'events', target: 'user_event', columnMapping: { type: 'eventType', user: 'userId' } };
    const mapping = (await api().call('/batch-import/mappings', { key, body })).body as { mapping: { id: string } };
    return { organizationId, key, mappingId: mapping.mapping.id };
  }

  const upload = ({ key, mappingId }: Uploader, of: 'payments' | 'entities' | 'events'): Promise<TestResponse> => {
    if (of === 'entities') {
      const rows = Array.from({ length: 1 + next(20) }, () => `person,Queue,SE,q-${next(1e9)}`);
      const file = ['type,name,countryCode,externalId', ...rows].join('\n');
      return sendForm(api(), '/batch-import/import/entities', [['a.csv', file]], {}, { key });
    }
    if (of === 'events') {
      const file = 'type,user\nLOGOUT,one\nLOGOUT,two';
      return sendForm(api(), '/batch-import/import/user-events', [['a.csv', file]], { mappingId }, { key });
    }
    const payment = { type: 'PAYMENT', amount: 10, currency: 'USD', transactedAt: '2026-03-01T10:00:00Z' };
    const transactions = Array.from({ length: 1 + next(40) }, (_, n) => ({
      ...payment,
      externalId: `q-${next(1e9)}-${n}`,
    }));
    return api().call('/transactions/batch/background', { key, body: { transactions } });
  };

  const live = `select from batch_jobs where status in ('queued', 'running')`;
  const logged = async (): Promise<readonly Logged[]> =>
    (await api().pool.query<Logged>('select transaction, organization, id, kind, status from batch_log order by seq'))
      .rows;

  /** Simulates batches of these owners, of both kinds, that other processes execute. Returns a function that ends them. */
  async function takeSlots(owners: readonly Uploader[]): Promise<() => Promise<unknown>> {
    const insert = `insert into batch_jobs (organization_id, id, kind, status, total_items, options, asked_by, skipped_items, created_at,
        attempt, heartbeat_at, lease_expires_at)
      select owner, gen_random_uuid(), kind, 'running', 1, '{}', '{}', '', now(), 1, now(), now() + interval '1 hour'
        from unnest($1::uuid[]) owner, unnest(array['transaction_batch', 'user_event_batch']) kind
      returning id`;
    const { rows } = await api().pool.query<{ id: string }>(insert, [owners.map((each) => each.organizationId)]);
    const end = `update batch_jobs set status = 'completed', completed_at = now() where id = any($1)`;
    return () => api().pool.query(end, [rows.map(({ id }) => id)]);
  }

  it('promise 17: keep to the rules of the queue, whoever sends, cancels and pauses when', async () => {
    const answers = new Map<string, number>();
    const wrong: string[] = [];
    const started: { readonly id: string; readonly kind: string; readonly key: string }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const few = uploaders.filter(() => next(3) === 0).slice(0, 8);
      const senders = few.length > 0 ? few : uploaders.slice(0, 3);
      const sent = Array.from({ length: uploadsAtOnce }, () => {
        const uploader = senders[next(senders.length)]!;
        return upload(uploader, (['payments', 'entities', 'events'] as const)[next(3)]!).then((answer) => ({
          uploader,
          answer,
        }));
      });
      const controls = started.splice(0).map(({ id, kind, key }) => {
        const action = ['cancel', 'pause', 'resume', 'cancel'][next(4)]!;
        return api().call(`/batch-import/jobs/${id}/control`, { key, body: { kind, action } });
      });
      for (const { status, text } of await Promise.all(controls))
        if (status !== 200 && status !== 409) wrong.push(`control: ${status} ${text}`);
      for (const { uploader, answer } of await Promise.all(sent)) {
        const body = answer.body as { jobId?: string; kind?: string; reason?: string; retryAfterSeconds?: number };
        const what = toldIn(answer);
        answers.set(what, (answers.get(what) ?? 0) + 1);
        // The machine received too many files at once: the sender is told when to try again.
        const isTurnedAway = answer.status === 503 && body.reason === 'overloaded' && body.retryAfterSeconds! > 0;
        const isDue =
          answer.status === 202 ||
          isTurnedAway ||
          (answer.status === 409 && /^409 (JOB_IN_PROGRESS|JOB_ALREADY_WAITING)$/.test(what));
        if (!isDue) wrong.push(`upload: ${answer.status} ${answer.text}`);
        if (answer.status === 202 && next(4) === 0)
          started.push({ id: body.jobId!, kind: body.kind!, key: uploader.key });
      }
    }
    await api().pool.query('update batch_jobs set is_paused = false where is_paused');
    await waitUntil(async () => (await api().pool.query(live)).rowCount === 0, 600_000);
    const { violations, moments } = replay(await logged());
    reportPromise(17, {
      figure: `${violations.length} violations in ${moments} moments of ${rounds} rounds of ${uploadsAtOnce} uploads at once by ${organizationCount} organizations (${[...answers].map(([what, count]) => `${count} × ${what}`).join(', ')})`,
      target:
        '0 violations: one live of a kind, one waiting, two of a kind at once, never entities and payments of an organization',
      holds: violations.length === 0 && wrong.length === 0,
    });
    expect([violations, wrong]).toEqual([[], []]);
    expect(answers.get('409 JOB_IN_PROGRESS')).toBeGreaterThan(0);
    expect([...answers.keys()].some((what) => what.startsWith('202'))).toBe(true);
  }, 1_800_000);

  it('promise 17: let one of an organization wait, of those of two kinds that are sent at once', async () => {
    const tries = wholeOrPart(200, 20);
    const wrong: string[] = [];
    const [first, second, ...others] = uploaders;
    for (let n = 0; n < tries; n += others.length) {
      const freeSlots = await takeSlots([first!, second!]);
      const senders = others.slice(0, tries - n);
      const answers = await Promise.all(
        senders.map((sender) => Promise.all([upload(sender, 'payments'), upload(sender, 'events')])),
      );
      for (const pair of answers) {
        const told = pair.map(toldIn).sort();
        if (String(told) !== '202 QUEUED_WAITING_SLOT,409 JOB_ALREADY_WAITING') wrong.push(String(told));
      }
      await freeSlots();
      await waitUntil(async () => (await api().pool.query(live)).rowCount === 0, 600_000);
    }
    const { violations, moments } = replay(await logged());
    reportPromise(17, {
      figure: `${violations.length + wrong.length} violations in ${moments} moments where ${tries} organizations sent batches of two kinds at once, and both had to wait`,
      target: '0 violations: one waits, the other is refused',
      holds: violations.length === 0 && wrong.length === 0,
    });
    expect([violations, wrong]).toEqual([[], []]);
  }, 600_000);

  it('promise 17: a moment that breaks a rule is seen', () => {
    const row = (transaction: string, id: string, status: string, organization = 'a', kind = 'transaction_batch') => ({
      ...{ transaction, id, status, organization, kind },
    });
    const seen = (...log: Logged[]): number => replay(log).violations.length;
    expect(seen(row('1', 'x', 'running'), row('2', 'x', 'completed'), row('3', 'y', 'running'))).toBe(0);
    expect(seen(row('1', 'x', 'running'), row('3', 'y', 'running'))).toBeGreaterThan(0);
    expect(seen(row('1', 'x', 'running'), row('3', 'y', 'running', 'a', 'entity_batch'))).toBe(1);
    expect(seen(row('1', 'x', 'running'), row('3', 'y', 'queued', 'a', 'entity_batch'))).toBe(0);
    expect(seen(row('1', 'x', 'queued'), row('3', 'y', 'queued', 'a', 'user_event_batch'))).toBe(1);
    expect(seen(...['a', 'b', 'c'].map((of) => row(of, of, 'running', of)))).toBe(1);
    expect(seen(...['a', 'b', 'c'].flatMap((of) => [row(of, of, 'queued', of), row(of, of, 'running', of)]))).toBe(1);
  });
});
