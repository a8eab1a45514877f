import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type FakeSource, startSource } from '../../../../test/support/fake-source.js';
import { serverOfFakeProviders } from '../../../../test/support/killable-server.js';
import { publishRule } from '../../../../test/support/publish-rule.js';
import { rowTexts } from '../../../../test/support/row-texts.js';
import { startServer } from '../../../../test/support/start-server.js';
import { type Call, send, type TestApi, type TestResponse } from '../../../../test/support/start-test-api.js';
import { switchOn, topUp } from '../../../../test/support/use-fake-providers.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

const code = 'global_fake_cached';

interface Party {
  readonly type: 'company' | 'person';
  readonly taxId: string;
  readonly name: string;
  readonly email: string;
  /** Data that only the source provides. */
  readonly found: { readonly legalName: string; readonly phone: string };
  readonly marked: string;
}

const parties: readonly Party[] = [
  {
    type: 'company',
    taxId: '58.741.963/0001-26',
    name: 'Quixotrine Vellumbark',
    email: 'quill-company@vellumbark.example',
    found: { legalName: 'Zephyrquill Obsidiana', phone: '+55 92 7318 4460' },
    marked: 'parameter-wyrmfjord',
  },
  {
    type: 'person',
    taxId: '937.584.126-09',
    name: 'Thessalyn Okonjubarra',
    email: 'thess-person@okonjubarra.example',
    found: { legalName: 'Morwenna Quillstrand', phone: '+55 95 6642 1187' },
    marked: 'parameter-glasvaard',
  },
];

/** Tables that keep what the customer sent or rules read, with the reason. */
const kept: Readonly<Record<string, string>> = {
  entities: 'a deleted entity can be brought back',
  audit_events: 'the trail says who changed what',
  evaluations: 'a stored evaluation shows what its rules read, and is replayed',
  idempotent_answers: 'they go after a day',
  outbox: 'its events go once they were delivered',
};

describe('design 8.1, 24: remaining data of a deleted entity', () => {
  const own = useOwnTestApi();
  let source: FakeSource;
  let child: ChildProcess;
  let api: TestApi;
  let [folder, printed] = ['', ''];
  const route = '/integration-execution';

  beforeAll(async () => {
    await topUp(own(), 1_000);
    await own().app.close();
    source = await startSource();
    folder = await mkdtemp(path.join(tmpdir(), 'server-'));
    // Logs as much as possible, and stores temporary files in a known folder.
    const settings = { ...serverOfFakeProviders, LOG: 'debug', TMPDIR: folder };
    const { connectionString } = own().pool.options;
    const started = await startServer(connectionString!, settings, (text) => (printed += text));
    child = started.child;
    const call = (to: string, request: Call = {}): Promise<TestResponse> =>
      send(started.url + to, own().production.key, request);
    api = { ...own(), call };
    await switchOn(api, code, source.baseUrl);
    await publishRule(api, {
      source:
        'rule named "Named" {\n  on company (enriched)\n  score 10\n\n  when normalized.legalName != "x"\n\n  then suggest FLAG\n}\n',
    });
  });
  afterAll(async () => {
    child.kill('SIGKILL');
    await source.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Returns the tables in which a row contains one of the texts, as text or as bytes. */
  const tablesWith = async (...texts: readonly string[]): Promise<readonly string[]> => {
    const { rows: tables } = await api.pool.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
    );
    const holding: string[] = [];
    for (const { name: table } of tables) {
      const pattern = new RegExp(patternOf(texts), 'i');
      const rows = await rowTexts(api.pool, table);
      if (rows.some((row) => pattern.test(row))) holding.push(table);
    }
    return holding;
  };

  it.each(parties)(
    'includes nothing that was found or asked about a $type, but includes what it cost',
    async ({ type, taxId, name, email, found, marked }) => {
      const entity = { type, name, taxId, email, countryCode: 'BR' };
      const probe = { integrationCode: code, country: 'BR', type, taxId, name };
      const cached = async (): Promise<number> =>
        (await api.call(`${route}/execute-without-entity?cached=true`, { body: probe })).status;
      source.respond = (response) => void response.writeHead(200).end(JSON.stringify(found));
      const made = await api.call('/entities', { body: entity });
      const id = made.body.entity.id as string;
      const enrich = async (mark: string): Promise<TestResponse> => {
        const body = { entityId: id, integrationCodes: [code], parameters: { mark } };
        return api.call(`${route}/marketplace/enrichment`, { body });
      };
      const enriched = await enrich(marked);
      expect([enriched.status, enriched.body.success]).toEqual([200, true]);
      expect((await api.call(`${route}/execute-without-entity`, { body: probe })).status).toBe(200);
      expect(await cached()).toBe(200);
      // Responses of a failing source, and data sent in vain, are the most likely to be logged.
      source.respond = (response) => void response.writeHead(500).end(JSON.stringify({ ...entity, ...found }));
      expect((await enrich(`${marked}-again`)).body.success).toBe(false);
      await api.call(`/entities?search=${encodeURIComponent(name)}`);
      await api.call('/entities', { body: { ...entity, countryCode: 'nowhere' } });
      expect(await tablesWith(found.legalName)).toEqual(expect.arrayContaining(['enrichment_results']));
      const before = (await api.call('/billing/balance')).body.data;

      expect((await api.call(`/entities/${id}`, { method: 'DELETE' })).status).toBe(200);

      expect(await cached()).toBe(404);
      const { rows } = await api.pool.query(
        `select e.outcome, e.fingerprint, e.charged_cents as cents, r.rules, r.parameters, r.request_hash as hash
         from enrichment_executions e join enrichment_requests r on r.id = e.request_id where e.entity_id = $1 order by e.id`,
        [id],
      );
      const empty = { outcome: null, fingerprint: null, rules: null, parameters: null, hash: null };
      expect(rows).toEqual([
        { ...empty, cents: 7 },
        { ...empty, cents: 0 },
      ]);
      expect((await api.call('/billing/balance')).body.data).toEqual(before);
      const values = [name, taxId, taxId.replace(/\D/g, ''), email, found.legalName, found.phone, marked];
      for (const text of values)
        expect([text, (await tablesWith(text)).filter((table) => kept[table] === undefined)]).toEqual([text, []]);
      // Of the source's data, only what rules read is left.
      const read = type === 'company' ? ['evaluations'] : [];
      expect([await tablesWith(found.legalName), await tablesWith(found.phone, marked)]).toEqual([read, []]);
    },
  );

  it('is absent from the server output and from the files in its data directory', async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
    const texts = parties.flatMap(({ taxId, name, email, found, marked }) => [
      ...[taxId, taxId.replace(/\D/g, ''), name, ...name.split(' '), email],
      ...[found.legalName, found.phone, found.phone.replace(/\D/g, ''), marked],
    ]);
    const found = new RegExp(patternOf(texts), 'i');
    expect(printed).toContain('"level":"debug"');
    expect(printed.split('\n').filter((line) => found.test(line))).toEqual([]);
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      expect(await readFile(path.join(entry.parentPath, entry.name), 'latin1')).not.toMatch(found);
    }
  });
});

const patternOf = (texts: readonly string[]): string =>
  texts
    .flatMap((text) => [text, Buffer.from(text).toString('hex')])
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('|');
