import { waitUntil } from '../../../../test/support/wait-until.js';
import { createKeyWith } from '../../../../test/support/create-key-with.js';
import { resolveTo } from '../../../../test/support/receivers-at-home.mjs';
import type { Body } from '../../../../test/support/start-test-api.js';
import { useSyncedLists } from '../../../../test/support/use-synced-lists.js';

describe('lists synced from a file at a URL', () => {
  const lists = useSyncedLists();
  const { api, create, add, itemsOf, valuesOf, listOf, patchItem, auditOf, eventsOf } = lists;
  const { asked, host, respondWith, say, synced, syncDue, ask, syncNow, settled, syncsOf, patch } = lists;

  it('fills the list at once, and each sync makes it equal to the file in one revision', async () => {
    say('Address,Note,Risk Score\na@x.com,first,80\nb@x.com,,\n c@x.com ,"third, of all",\n');
    const fieldMappings = { Address: 'primaryValue', Note: 'reason' };
    const id = await synced({ syncFrequency: '6h' }, { type: 'email_blocklist', fieldMappings });
    expect(await itemsOf(id)).toMatchObject([
      { primaryValue: 'a@x.com', reason: 'first', riskScore: 80, addedBy: { type: 'sync' } },
      { primaryValue: 'b@x.com', reason: null, riskScore: null },
      { primaryValue: 'c@x.com', reason: 'third, of all' },
    ]);
    const first = await listOf(id);
    expect(first).toMatchObject({ itemCount: 3, revision: 1, lastSyncAt: expect.any(String) });
    const [waiting, done] = await syncsOf(id);
    expect(done).toMatchObject({
      ...{ status: 'completed', requestedBy: null, problem: null },
      result: { ...{ created: 3, updated: 0, removed: 0, unchanged: 0, errors: 0 }, notModified: false },
    });
    expect(waiting).toMatchObject({ status: 'queued', failures: 0, result: null });
    expect(Date.parse(waiting.dueAt) - Date.parse(done.finishedAt)).toBe(6 * 3_600_000);

    await add(id, 'mine@x.com', 'd@x.com');
    say('Address,Note\na@x.com,changed\nB@X.COM,\nd@x.com,from the file\ne@x.com,new\n');
    const second = await syncNow(id);
    expect(second).toMatchObject({
      requestedBy: { type: 'api_key', id: api().production.apiKeyId },
      result: { created: 1, updated: 2, removed: 1, unchanged: 0, skipped: 1, duplicates: 0 },
    });
    expect(
      (await itemsOf(id)).map(({ primaryValue, reason, addedBy }: Body) => [primaryValue, reason, addedBy.type]),
    ).toEqual([
      ['a@x.com', 'changed', 'sync'],
      ['B@X.COM', null, 'sync'],
      ['d@x.com', null, 'api_key'],
      ['e@x.com', 'new', 'sync'],
      ['mine@x.com', null, 'api_key'],
    ]);
    // One revision for the items added by hand, one for the sync.
    expect(await listOf(id)).toMatchObject({ itemCount: 5, revision: 3 });
    expect(await valuesOf(id, '&revision=1')).toEqual(['a@x.com', 'b@x.com', 'c@x.com']);
    expect((await syncNow(id)).result).toMatchObject({ created: 0, updated: 0, removed: 0, unchanged: 3, skipped: 1 });
    expect(await listOf(id)).toMatchObject({ revision: 3 });
    expect(await auditOf(id)).toEqual([
      ...['data_list_created', 'data_list_items_added', 'data_list_items_added', 'data_list_sync_requested'],
      ...['data_list_items_added', 'data_list_sync_requested'],
    ]);
    expect((await eventsOf(id)).filter(({ event }) => event === 'data_list.updated')).toHaveLength(2);
  });

  it('requests only a newer file, unless the list or its settings were changed', async () => {
    say('ip\n192.0.2.1\n', { etag: '"v1"' });
    const id = await synced({}, { type: 'ip_blocklist' });
    expect((await syncNow(id)).result).toMatchObject({ notModified: true, unchanged: 0 });
    expect(asked.map(({ headers }) => headers['if-none-match'])).toEqual([undefined, '"v1"']);
    const [item] = await itemsOf(id);
    await api().call(`/data-lists/${id}/items/${item!.id}`, { method: 'DELETE' });
    expect((await syncNow(id)).result).toMatchObject({ notModified: false, created: 1 });
    await patch(id, { fieldMappings: { ip: 'primaryValue' } });
    await settled(id);
    expect(asked.at(-1)!.headers['if-none-match']).toBeUndefined();
  });

  it('never requests a URL whose host resolves to an internal address', async () => {
    resolveTo('inner.receiver.test', '10.1.2.3');
    const id = await synced({ externalUrl: `${host('inner.receiver.test')}/list.csv` });
    const [, failed] = await syncsOf(id);
    expect([failed.status, failed.problem, asked]).toEqual(['failed', expect.stringContaining('public internet'), []]);
  });

  it('retries after growing delays and notifies the creator once', async () => {
    respondWith((response) => void response.writeHead(500).end());
    const id = await synced({ syncFrequency: '15m' });
    const waits: number[] = [];
    for (let round = 0; round < 6; round += 1) {
      await api().pool.query(`update data_list_syncs set due_at = now() where list_id = $1 and finished_at is null`, [
        id,
      ]);
      const [waiting, failed] = await settled(id);
      waits.push((Date.parse(waiting.dueAt) - Date.parse(failed.finishedAt)) / 60_000);
    }
    expect(waits).toEqual([2, 4, 8, 15, 15, 15]);
    const { rows } = await api().pool.query(
      `select payload from outbox_events where event = 'notification' and payload ->> 'link' = $1`,
      [`/lists/${id}`],
    );
    expect(new Set(rows.map(({ payload }) => payload.title))).toEqual(
      new Set(rows.length > 0 ? ['The data list A list could not be synced'] : []),
    );
    say('primaryValue\nback\n');
    await syncNow(id);
    expect((await syncsOf(id))[0]).toMatchObject({ status: 'queued', failures: 0 });
    expect(await valuesOf(id)).toEqual(['back']);
  });

  it('keeps its items when most are missing from the file, until a user confirms the removal', async () => {
    const rows = Array.from({ length: 40 }, (_, n) => `v${n}`);
    say(['primaryValue', ...rows].join('\n'));
    const id = await synced();
    say(['primaryValue', ...rows.slice(0, 19)].join('\n'));
    const doubted = await syncNow(id);
    expect(doubted.problem).toBe(
      'the file has only 19 of the 40 items of the previous file; sync with `force` if that is intended',
    );
    expect(doubted.isDoubted).toBe(true);
    expect(await listOf(id)).toMatchObject({ itemCount: 40, revision: 1 });
    expect((await syncNow(id, { force: true })).result).toMatchObject({ removed: 21, unchanged: 19 });
    expect(await listOf(id)).toMatchObject({ itemCount: 19, revision: 2 });
  });

  it('sends its key only to its own host and never returns it', async () => {
    const other = host('other.receiver.test');
    respondWith((response, { path }) => {
      if (path === '/list.csv') response.writeHead(302, { location: `${other}/elsewhere.csv` }).end();
      else response.writeHead(200).end('primaryValue\nx\n');
    });
    const id = await synced({ apiKey: 'secret-1' });
    expect(asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/list.csv', 'Bearer secret-1'],
      ['/elsewhere.csv', undefined],
    ]);
    const { config } = await listOf(id);
    expect(config.apiKey).not.toContain('secret');
    const moved = await patch(id, { config: { ...config, externalUrl: `${other}/list.csv` } });
    expect(moved.body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { 'config.apiKey': expect.stringContaining('another host than that of externalUrl') },
    });
    asked.splice(0);
    const renamed = await patch(id, {
      config: { ...config, externalUrl: `${host()}/other.csv`, apiKeyHeader: 'X-Api-Key' },
    });
    expect(renamed.status).toBe(200);
    await settled(id);
    expect(asked.map(({ path, headers }) => [path, headers['x-api-key'], headers.authorization])).toEqual([
      ['/other.csv', 'secret-1', undefined],
    ]);
  });

  it.each<[string, object, object, string]>([
    ['no address', { externalUrl: undefined }, {}, 'config.externalUrl'],
    ['no text', { externalUrl: 7 }, {}, 'config.externalUrl'],
    ['plain http', { externalUrl: 'http://lists.receiver.test/x' }, {}, 'config.externalUrl'],
    ['an inner address', { externalUrl: 'https://10.0.0.1/x' }, {}, 'config.externalUrl'],
    ['a line break', { externalUrl: 'https://lists.receiver.test/\nx' }, {}, 'config.externalUrl'],
    ['a user', { externalUrl: 'https://me:it@lists.receiver.test/x' }, {}, 'config.externalUrl'],
    ['too often', { syncFrequency: '5m' }, {}, 'config.syncFrequency'],
    ['cron', { syncFrequency: '0 0 * * *' }, {}, 'config.syncFrequency'],
    ['no boolean', { autoSync: 'true' }, {}, 'config.autoSync'],
    ['another format', { format: 'xlsx' }, {}, 'config.format'],
    ['a header of ours', { apiKeyHeader: 'Host' }, {}, 'config.apiKeyHeader'],
    ['two headers', { apiKeyHeader: 'a\r\nb' }, {}, 'config.apiKeyHeader'],
    ['no member', {}, { x: 'primary_value' }, 'fieldMappings.x'],
    ['a path too deep', {}, { x: 'itemData.a.b' }, 'fieldMappings.x'],
  ])('rejects %s', async (_, config, fieldMappings, path) => {
    const whole = { autoSync: true, externalUrl: `${host()}/list.csv`, ...config };
    const sent = { name: 'A list', type: 'custom', source: 'sync', config: whole, fieldMappings };
    const refused = await api().call('/data-lists', { body: sent });
    expect([refused.status, Object.keys(refused.body.error.details ?? {})]).toEqual([400, [path]]);
    const id = await create();
    expect((await patch(id, { config: whole, fieldMappings })).status).toBe(400);
    expect(await syncsOf(id)).toEqual([]);
  });

  it('syncs only on request while `autoSync` is off, and never once inactive or archived', async () => {
    say('primaryValue\nx\n');
    const id = await create({ config: { externalUrl: `${host()}/list.csv`, syncFrequency: 'whenever' } });
    expect((await ask(id)).body.error.details).toEqual({ 'config.syncFrequency': expect.any(String) });
    await patch(id, { config: { externalUrl: `${host()}/list.csv` } });
    expect(await syncNow(id)).toMatchObject({ status: 'completed', result: { created: 1 } });
    expect(await syncsOf(id)).toHaveLength(1);
    const none = await create();
    expect((await ask(none)).body.error.details).toEqual({ 'config.externalUrl': expect.any(String) });

    const config = { autoSync: true, externalUrl: `${host()}/list.csv` };
    await patch(id, { config });
    await settled(id);
    expect((await syncsOf(id)).map(({ status }) => status)).toEqual(['queued', 'completed', 'completed']);
    await api().call(`/data-lists/${id}`, { method: 'DELETE' });
    expect((await syncsOf(id)).map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect((await ask(id)).status).toBe(400);
    await api().call(`/data-lists/${id}/status`, { method: 'PATCH', body: { status: 'active' } });
    expect((await syncsOf(id))[0]).toMatchObject({ status: 'queued' });
    await patch(id, { config: { ...config, autoSync: false } });
    expect((await syncsOf(id)).map(({ status }) => status)).toEqual(['completed', 'completed']);
  });

  it('is synced by one process, and by another after that process has died', async () => {
    say('primaryValue\nx\n');
    const id = await create({ config: { autoSync: true, externalUrl: `${host()}/list.csv` } });
    await Promise.all([syncDue(), syncDue(), syncDue()]);
    await settled(id);
    expect(asked).toHaveLength(1);
    // Its settings change while the file is being downloaded, so the result is no longer wanted.
    respondWith(
      (response) =>
        void patch(id, { config: { autoSync: true, externalUrl: `${host()}/new.csv` } }).then(() => {
          say('primaryValue\nnew\n');
          response.writeHead(200).end('primaryValue\nold\n');
        }),
    );
    await ask(id);
    await settled(id);
    expect(await valuesOf(id)).toEqual(['new']);
    expect((await syncsOf(id)).filter(({ status }) => status === 'completed')).toHaveLength(2);
    // A process takes it and is not heard of again.
    await api().pool.query(
      `update data_list_syncs set status = 'running', lease_number = 1, due_at = now(), leased_until = now() + interval '1 minute'
       where list_id = $1 and finished_at is null`,
      [id],
    );
    await syncDue();
    expect((await syncsOf(id))[0]).toMatchObject({ status: 'running' });
    expect((await ask(id)).body.data).toMatchObject({ status: 'running', requestedBy: null });
    await api().pool.query(
      `update data_list_syncs set leased_until = now() where list_id = $1 and finished_at is null`,
      [id],
    );
    expect((await settled(id)).map(({ status }) => status).slice(0, 2)).toEqual(['queued', 'completed']);
  });

  it('leaves the sync to its process while the lease is renewed, however slow the sender is', async () => {
    let end = (): void => undefined;
    respondWith((response) => (end = () => void response.writeHead(200).end('primaryValue\nx\n')));
    const id = await create({ config: { externalUrl: `${host()}/list.csv` } });
    await ask(id);
    await waitUntil(() => asked.length === 1);
    const open = 'where list_id = $1 and finished_at is null';
    await api().pool.query(`update data_list_syncs set leased_until = now() + interval '15 seconds' ${open}`, [id]);
    const isRenewed = `select from data_list_syncs ${open} and leased_until > now() + interval '20 seconds'`;
    await waitUntil(async () => (await api().pool.query(isRenewed, [id])).rowCount === 1);
    end();
    expect((await settled(id)).map(({ status }) => status)).toEqual(['completed']);
  });

  it('requires the import permission, and sends no request from a sandbox', async () => {
    say('primaryValue\nx\n');
    const config = { autoSync: true, externalUrl: `${host()}/list.csv` };
    const body = { name: 'A list', type: 'custom', source: 'sync', config };
    const editor = await createKeyWith(api(), 'data_lists:create', 'data_lists:edit', 'data_lists:read');
    expect((await api().call('/data-lists', { body, key: editor })).body.error).toMatchObject({
      requiredPermission: 'data_lists:bulk_import',
    });
    const id = await create();
    expect((await patch(id, { config }, editor)).status).toBe(403);
    expect((await ask(id, {}, editor)).status).toBe(403);
    // Changes that do not affect the sync require no further permission.
    const whole = await synced();
    expect((await patch(whole, { name: 'Other', config: (await listOf(whole)).config }, editor)).status).toBe(200);
    expect((await ask(whole, {}, api().stranger.key)).status).toBe(404);
    const sandboxed = await create({ config }, api().sandbox.key);
    const [, failed] = await settled(sandboxed, api().sandbox.key);
    expect(failed).toMatchObject({ status: 'failed', problem: 'a sandbox makes no outgoing requests' });
  });

  it('takes over a value whose item of somebody else has expired', async () => {
    say('primaryValue\na\n');
    const id = await synced();
    await add(id, { primaryValue: 'b', expiresAt: '2020-01-01T00:00:00Z' }, { primaryValue: 'c' });
    say('primaryValue\na\nb\nc\n');
    expect((await syncNow(id)).result).toMatchObject({ created: 1, unchanged: 1, skipped: 1 });
    expect(await itemsOf(id)).toMatchObject([
      {},
      { primaryValue: 'b', expiresAt: null, addedBy: { type: 'sync' } },
      {},
    ]);
    expect((await listOf(id)).itemCount).toBe(3);
  });

  it('takes over a value of an unchanged file once the item of somebody else has expired', async () => {
    say('primaryValue\na\nb\n', { etag: '"same"' });
    const id = await create({
      ...{ source: 'sync', config: { autoSync: true, externalUrl: `${host()}/list.csv` } },
    });
    await add(id, { primaryValue: 'b', expiresAt: '2999-01-01T00:00:00Z' });
    expect((await syncNow(id)).result).toMatchObject({ skipped: 1 });
    expect((await syncNow(id)).result).toMatchObject({ notModified: true });
    await api().pool.query(
      `update data_list_items set expires_at = now() - interval '1 minute' where list_id = $1 and expires_at is not null`,
      [id],
    );
    await api().pool.query(`update data_lists set last_sync_at = now() - interval '1 hour' where id = $1`, [id]);
    expect((await syncNow(id)).result).toMatchObject({ notModified: false, created: 1, unchanged: 1 });
    expect((await itemsOf(id)).map(({ addedBy }) => addedBy.type as string)).toEqual(['sync', 'sync']);
    expect((await syncNow(id)).result).toMatchObject({ notModified: true });
  });

  it('overwrites items edited by users with the values of the file, and pages its syncs', async () => {
    say('primaryValue,reason\nx,why\n');
    const id = await synced();
    const [item] = await itemsOf(id);
    await patchItem(id, item!.id, { reason: 'mine' });
    expect((await syncNow(id)).result).toMatchObject({ updated: 1 });
    expect((await itemsOf(id))[0]).toMatchObject({ id: item!.id, reason: 'why' });
    const first = (await api().call(`/data-lists/${id}/syncs?limit=1`)).body;
    expect(first.pagination).toMatchObject({ total: 3, hasMore: true });
    const next = (await api().call(`/data-lists/${id}/syncs?limit=1&cursor=${first.pagination.nextCursor}`)).body;
    expect(next.data[0].id).not.toBe(first.data[0].id);
    const other = await synced();
    expect((await api().call(`/data-lists/${other}/syncs?limit=1&cursor=${first.pagination.nextCursor}`)).status).toBe(
      400,
    );
  });
});
