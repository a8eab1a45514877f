import { type PgPool, pgPoolToken } from '../../../platform/database/index.js';
import { MasterKeys, rotateSecrets } from '../../../platform/secrets/index.js';
import { withClockAhead } from '../../../../test/support/with-clock-ahead.js';
import { unknownId } from '../../../../test/support/rule-samples.js';
import { problem, useWebhooks, webhooksPath, webhookUrl } from '../../../../test/support/use-webhooks.js';

const hourMs = 3_600_000;

describe('shapes 16.2, 16.4: webhook secrets', () => {
  const { api, create, change, remove, rotate, secretsOf } = useWebhooks();

  it('expires by the database clock even if the server clock is an hour ahead', async () => {
    const { webhook } = await create();
    const id = webhook.id as string;
    const { body } = await withClockAhead(hourMs, () => rotate(id, { overlapHours: 0 }));
    expect(await secretsOf(id)).toEqual([body.secret]);
  });

  it('signs with two secrets while the previous one is valid', async () => {
    const { webhook, secret: first } = await create();
    const id = webhook.id as string;
    const before = Date.now();
    const { status, body } = await rotate(id);
    expect([status, body.success]).toEqual([200, true]);
    const until = Date.parse(body.previousSecretExpiresAt as string);
    expect([until >= before + 86_400_000, until <= Date.now() + 86_400_000]).toEqual([true, true]);
    const second = body.secret as string;
    expect(second).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(second).not.toBe(first);
    expect(await secretsOf(id)).toEqual([second, first]);
    expect((await api().call(`${webhooksPath}/${id}`)).body.webhook.secretPreview).toBe(second.slice(-4));
    await api().pool.query(`update webhooks set previous_secret_expires_at = now() - interval '1 second'`);
    expect(await secretsOf(id)).toEqual([second]);
    const third = (await rotate(id, { overlapHours: 72 })).body.secret as string;
    expect(await secretsOf(id)).toEqual([third, second]);
    const fourth = (await rotate(id, { overlapHours: 0 })).body.secret as string;
    expect(await secretsOf(id)).toEqual([fourth]);
    for (const overlapHours of [-1, 73, 1.5])
      expect((await rotate(id, { overlapHours })).body.error.details).toHaveProperty('overlapHours');
    expect(problem(await rotate(unknownId))).toEqual([404, 'NOT_FOUND']);
  });

  it('keeps every secret still signing across repeated and concurrent rotations, until the last one ends it', async () => {
    const { webhook, secret: first } = await create();
    const id = webhook.id as string;
    const both = await Promise.all([rotate(id), rotate(id)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const signing = await secretsOf(id);
    expect(signing).toHaveLength(3);
    expect(new Set(signing)).toEqual(new Set([first, ...both.map(({ body }) => body.secret as string)]));
    for (let few = 2; few < 5; few += 1) expect((await rotate(id)).status).toBe(200);
    expect(problem(await rotate(id))).toEqual([409, 'INVALID_STATUS_TRANSITION']);
    const only = (await rotate(id, { overlapHours: 0 })).body.secret as string;
    expect(await secretsOf(id)).toEqual([only]);
    const shorter = await rotate(id, { overlapHours: 72 }).then(() => rotate(id, { overlapHours: 1 }));
    expect(await secretsOf(id)).toHaveLength(3);
    await api().pool.query('update webhooks set previous_secret_expires_at = now()');
    expect(await secretsOf(id)).toEqual([shorter.body.secret]);
  });

  it('keeps secrets and headers when the encryption keys are replaced', async () => {
    const headers = { 'X-Api-Key': 'longer-than-twelve' };
    const { webhook, secret } = await create({ headers });
    const id = webhook.id as string;
    const second = (await rotate(id)).body.secret as string;
    const sealed = async () => (await api().pool.query('select secret, previous_secrets, headers from webhooks')).rows[0];
    const before = await sealed();
    const done = await rotateSecrets(api().app.get<PgPool>(pgPoolToken), api().app.get(MasterKeys), { dataKeys: true, batchSize: 10 });
    expect(done.resealed).toBeGreaterThanOrEqual(3);
    const after = await sealed();
    for (const name of ['secret', 'previous_secrets', 'headers']) expect(after[name].equals(before[name])).toBe(false);
    expect(await secretsOf(id)).toEqual([second, secret]);
    expect((await api().call(`${webhooksPath}/${id}`)).body.webhook.headers).toEqual({ 'X-Api-Key': '••••elve' });
  }); // prettier-ignore

  it('records in the audit log who did what, without secrets', async () => {
    const { webhook, secret } = await create({ headers: { 'X-Api-Key': 'longer-than-twelve' } });
    const id = webhook.id as string;
    await change(id, { events: ['rule.*'], headers: { 'X-Api-Key': 'and-another-value' } });
    const second = (await rotate(id, { overlapHours: 1 })).body.secret as string;
    await remove(id);
    const { body, text } = await api().call(`/audit/events?resourceId=${id}&sortOrder=asc`);
    expect(body.events).toMatchObject([
      { event: 'webhook_created', resourceType: 'webhook', changes: { url: { current: webhookUrl }, headers: { current: { 'X-Api-Key': '••••elve' } } } },
      { event: 'webhook_updated', changes: { events: { previous: ['alert.created'], current: ['rule.*'] } } },
      { event: 'webhook_secret_rotated', changes: { secretPreview: { previous: secret.slice(-4), current: second.slice(-4) } } },
      { event: 'webhook_deleted', actor: { id: api().production.apiKeyId } },
    ]);
    expect(body.events).toHaveLength(4);
    expect(text).not.toMatch(/whsec_|longer-than|another-value/);
  }); // prettier-ignore
});
