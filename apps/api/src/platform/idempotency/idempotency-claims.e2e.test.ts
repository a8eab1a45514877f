import { createWebhook, type CreatedWebhook } from '../../../test/support/create-webhook.js';
import type { Call } from '../../../test/support/start-test-api.js';
import { useReceivers } from '../../../test/support/use-receivers.js';
import { useOwnTestApi } from '../../../test/support/use-test-api.js';
import { waitUntil } from '../../../test/support/wait-until.js';

/** As many as the server has connections to its database. */
const atOnce = 10;

describe('A request with an Idempotency-Key that waits for others', () => {
  const api = useOwnTestApi();
  const openReceiver = useReceivers();
  const answers: (() => void)[] = [];
  const webhooks: CreatedWebhook[] = [];
  let isHeld = true;
  let received: readonly unknown[];

  const asOwn = (path: string, call: Call) => api().call(path, call);
  const test = ({ id }: CreatedWebhook, key: string) =>
    asOwn(`/webhook-config/${id}/test`, { body: {}, headers: { 'idempotency-key': key } });

  beforeAll(async () => {
    const receiver = await openReceiver((response) => {
      const accept = (): void => void response.writeHead(204).end();
      if (isHeld) answers.push(accept);
      else accept();
    });
    ({ received } = receiver);
    for (let n = 0; n < atOnce; n += 1) webhooks.push(await createWebhook(asOwn, receiver.url));
  });

  const sessionsSince = async (since: Date): Promise<number> => {
    const { rows } = await api().pool.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and application_name = 'tamis-api' and xact_start <= $1`,
      [since],
    );
    return rows[0]!.n;
  };
  const databaseTime = async (): Promise<Date> =>
    (await api().pool.query<{ now: Date }>('select clock_timestamp() as now')).rows[0]!.now;

  it('holds no connection meanwhile, and keeps its key to itself', async () => {
    const tests = webhooks.map((webhook, n) => test(webhook, `held-${n}`));
    await waitUntil(() => received.length === atOnce);
    const since = await databaseTime();
    const body = { type: 'person', name: 'Neighbour', countryCode: 'BR' };
    const made = await api().call('/entities', { body, key: api().stranger.key });
    expect([made.status, answers.length]).toEqual([201, atOnce]);
    await waitUntil(async () => (await sessionsSince(since)) === 0);
    const again = await test(webhooks[0]!, 'held-0');
    expect(again).toMatchObject({ status: 409, body: { error: { code: 'IDEMPOTENCY_IN_PROGRESS' } } });
    expect(received).toHaveLength(atOnce);
    isHeld = false;
    for (const answer of answers.splice(0)) answer();
    const first = await Promise.all(tests);
    expect(first.map(({ status }) => status)).toEqual(first.map(() => 200));
    const repeated = await Promise.all(webhooks.map((webhook, n) => test(webhook, `held-${n}`)));
    expect(repeated.map(({ text }) => text)).toEqual(first.map(({ text }) => text));
    expect(repeated.map(({ headers }) => headers.get('idempotency-replayed'))).toEqual(repeated.map(() => 'true'));
    expect(received).toHaveLength(atOnce);
  });

  it('is taken over where its process was not heard of, which can answer no more then', async () => {
    const before = received.length;
    isHeld = true;
    const lost = test(webhooks[1]!, 'taken-over');
    await waitUntil(() => received.length === before + 1);
    isHeld = false;
    const takeOver = () =>
      asOwn(`/webhook-config/${webhooks[2]!.id}/test`, { body: {}, headers: { 'idempotency-key': 'taken-over' } });
    expect((await takeOver()).body.error.code).toBe('IDEMPOTENCY_IN_PROGRESS');
    // As if the time of the claim were over.
    await api().pool.query('update idempotent_answers set claimed_until = now() where claim is not null');
    const taken = await takeOver();
    expect([taken.status, received.length]).toEqual([200, before + 2]);
    answers.pop()!();
    expect((await lost).status).toBe(200);
    expect((await takeOver()).text).toBe(taken.text);
  });

  it('leaves its key free when nothing came of it', async () => {
    const call = (id: string) =>
      asOwn(`/webhook-config/${id}/test`, { body: { event: 'nothing' }, headers: { 'idempotency-key': 'freed' } });
    expect((await call(webhooks[0]!.id)).status).toBe(400);
    expect((await test(webhooks[0]!, 'freed')).status).toBe(200);
  });
});
