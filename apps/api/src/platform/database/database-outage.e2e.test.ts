import { type OwnServer, reportPromise, startOwnServer } from '@tamis/testkit';
import { setTimeout as sleep } from 'node:timers/promises';

import { migrate } from './index.js';
import { publishRule } from '../../../test/support/publish-rule.js';
import { type TestResponse, type Body, startOwnTestApi, type TestApi } from '../../../test/support/start-test-api.js';

const kills = Number(process.env['TAMIS_RUNS'] ?? 2);
const lanes = 4;
/** Number of successful requests between two kills. */
const between = 24;

/** Changes that the server confirmed to a lane. */
interface Acknowledged {
  readonly payments: string[];
  readonly entities: string[];
  /** The last number written to the metadata of each payment. */
  readonly patched: Map<string, number>;
}

describe('promise 20: a server that loses its database', () => {
  let server: OwnServer;
  let api: TestApi;
  let list: string;

  beforeAll(async () => {
    server = await startOwnServer();
    await migrate(server.url);
    api = await startOwnTestApi({ url: server.url, drop: () => Promise.resolve() }, { LOG: 'silent' });
    // An idle connection in the test's pool ends together with the server.
    api.pool.on('error', () => undefined);
    const made = await api.call('/data-lists', { body: { name: 'seen', type: 'custom', source: 'internal' } });
    list = made.body.data.id;
    for (let lane = 0; lane < lanes; lane += 1)
      await api.call('/entities', {
        body: { type: 'person', name: 'A', countryCode: 'BR', externalId: `ana-${lane}` },
      });
    await publishRule(api, {
      source: `rule seen "Seen" {
  on transaction (created)
  when transaction.amount >= 1 USD
  then alert LOW "paid {transaction.externalId}"
       open case LOW "of {origin.externalId}"
       add transaction.externalId to list "${list}"
}`,
    });
  });
  afterAll(async () => {
    await api?.stop();
    await server?.stop();
  });

  const refused: TestResponse[] = [];
  let good = 0;
  let isOver = false;

  /** Returns `null` if the change was not made, or if that is unknown. */
  async function ask(path: string, body: object, method = 'POST'): Promise<Body> {
    const answer = await api.call(path, { method, body });
    if (answer.status < 300) {
      good += 1;
      return answer.body;
    }
    refused.push(answer);
    // A database that is down refuses connections at once.
    await sleep(25);
    return null;
  }

  async function run(lane: number, known: Acknowledged): Promise<void> {
    for (let n = 0; !isOver; n += 1) {
      const externalId = `l${lane}-${n}`;
      const payment = { type: 'PAYMENT', amount: 10, currency: 'USD', externalId, originExternalId: `ana-${lane}` };
      const paid = await ask('/transactions', payment);
      if (paid) known.payments.push(externalId);
      if (paid && n % 2 === 0) {
        const { id } = paid.transaction;
        const patched = await ask(`/transactions/${id}`, { metadata: { n } }, 'PATCH');
        if (patched) known.patched.set(id, n);
      }
      if (n % 3 !== 0) continue;
      const relationships = [{ relatedExternalId: `ana-${lane}`, relationshipType: 'owns' }];
      const company = { type: 'company', name: 'C', countryCode: 'BR', externalId: `c${externalId}`, relationships };
      if (await ask('/entities', company)) known.entities.push(company.externalId);
    }
  }

  const until = async (done: () => boolean): Promise<void> => {
    while (!done()) await sleep(10);
  };

  /** Kills a session of the database server while it is working. The server then ends all other sessions and recovers. */
  async function killSession(): Promise<void> {
    const { rows } = await api.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() order by state = 'active' desc limit 1`,
    );
    process.kill(rows[0]!.pid, 'SIGKILL');
  }

  async function killServer(): Promise<void> {
    server.kill();
    await sleep(100);
    await server.restart();
  }

  /** Payments and other records that were stored only in part. */
  const halves = `select t.external_id from transactions t where
      (select count(*) from evaluations e where e.record_id = t.id and e.id = t.last_evaluation_id) <> 1
      or (select count(*) from alerts a where a.transaction_id = t.id and a.investigation_id is not null) <> 1
      or (select count(*) from data_list_items i where i.list_id = $1 and i.primary_value = t.external_id) <> 1
      or (select count(*) from outbox_events o where o.event = 'transaction.created' and o.payload ->> 'transactionId' = t.id::text) <> 1
      or (select count(*) from audit_events e where e.event = 'transaction_created' and e.resource_id = t.id::text) <> 1
      or (select count(*) from outbox_events o where o.event = 'transaction.updated' and o.payload ->> 'transactionId' = t.id::text)
        <> (select count(*) from audit_events e where e.event = 'transaction_updated' and e.resource_id = t.id::text)
    union all select e.external_id from entities e where e.type = 'company' and (
      (select count(*) from relationships r where r.source_entity_id = e.id) <> 1
      or (select count(*) from audit_events a where a.event = 'entity_created' and a.resource_id = e.id::text) <> 1)
    union all select c.number from cases c where c.alert_count <> (select count(*) from alerts a where a.investigation_id = c.id)
    union all select i.primary_value from data_list_items i where not exists (select from transactions t where t.external_id = i.primary_value)`;

  it('promise 20: loses nothing that it said it has, does nothing by half, and goes on by itself', async () => {
    const known: Acknowledged = { payments: [], entities: [], patched: new Map() };
    const working = Array.from({ length: lanes }, (_, lane) => run(lane, known));
    await until(() => good >= between);
    let slowestMs = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      await (kill % 2 === 0 ? killSession() : killServer());
      const [before, started] = [good, performance.now()];
      await until(() => good > before + lanes);
      slowestMs = Math.max(slowestMs, performance.now() - started);
      await until(() => good >= before + between);
    }
    isOver = true;
    await Promise.all(working);
    const names = async (table: string): Promise<Set<string>> =>
      new Set((await api.pool.query<{ n: string }>(`select external_id as n from ${table}`)).rows.map(({ n }) => n));
    const [payments, entities] = [await names('transactions'), await names('entities')];
    const numbers = new Map(
      (
        await api.pool.query<{ id: string; n: number }>(
          `select id, (metadata::jsonb ->> 'n')::int as n from transactions`,
        )
      ).rows.map(({ id, n }) => [id, n]),
    );
    const lost = [
      ...known.payments.filter((id) => !payments.has(id)),
      ...known.entities.filter((id) => !entities.has(id)),
      ...[...known.patched].filter(([id, n]) => numbers.get(id) !== n).map(([id]) => id),
    ];
    const { rows: half } = await api.pool.query(halves, [list]);
    reportPromise(20, {
      figure: `${lost.length} of ${good} acknowledged writes lost and ${half.length} half done over ${kills} kills, ${refused.length} requests refused; writing again ${Math.round(slowestMs)} ms after PostgreSQL was back at the slowest`,
      target: '0 lost, 0 half; writing again within 5 s, without a restart',
      holds: lost.length === 0 && half.length === 0 && slowestMs <= 5_000,
    });
    expect(lost).toEqual([]);
    expect(half).toEqual([]);
    expect(known.payments.length).toBeGreaterThan(between);
    expect(refused.length).toBeGreaterThan(0);
    expect([...new Set(refused.map(({ status }) => status))].filter((status) => status < 500)).toEqual([]);
  });
});
