import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { storedTransactions, period, startDryRunApi } from '../../apps/api/test/support/dry-run-transactions.js';
import { publishRule } from '../../apps/api/test/support/publish-rule.js';
import type { TestApi } from '../../apps/api/test/support/start-test-api.js';
import { dryRunPage } from '../../apps/cli/src/output/html/dry-run-page.js';
import { runCli } from '../../apps/cli/src/run-cli.js';
import { ApiClient } from '../../apps/cli/src/server/api-client.js';
import { differingRecords, reportOf, type RemoteDryRun } from '../../apps/cli/src/server/remote-dry-run.js';

interface Said {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** The work of an author on the command line, from a key to an active rule approved by a colleague, in this order. */
describe('author workflow with a server', () => {
  const home = mkdtempSync(path.join(tmpdir(), 'tamis-author-'));
  const folder = path.join(home, 'rules');
  const ruleFile = path.join(folder, 'rules/big.rules');
  const days = ['--from', period.from, '--to', period.to];
  let api: TestApi;

  const tamis = async (args: readonly string[], key?: string): Promise<Said> => {
    const said = { out: '', err: '' };
    const code = await runCli(args, {
      cwd: existsSync(folder) ? folder : home,
      args,
      env: key === undefined ? {} : { TAMIS_API_KEY: key },
      configDirectory: path.join(home, '.config'),
      out: (text) => (said.out += text),
      err: (text) => (said.err += text),
      readStdin: () => Promise.resolve(Buffer.from(api.production.key)),
      color: false,
      isInteractive: false,
      isStdinTty: false,
      today: '2026-03-01',
      abortSignal: new AbortController().signal,
    });
    return { code, ...said };
  };
  const done = async (args: readonly string[], key?: string): Promise<string> => {
    const { code, out, err } = await tamis(args, key);
    if (code !== 0) throw new Error(`tamis ${args.join(' ')} ended with ${code}\n${out}${err}`);
    return out;
  };
  const newKey = async (permissions: readonly string[]): Promise<string> => {
    const { body } = await api.call('/api-keys', { body: { name: permissions.join(), permissions } });
    return (body as { readonly key: string }).key;
  };

  beforeAll(async () => {
    ({ api } = await startDryRunApi());
  });
  afterAll(async () => {
    await api?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  it.each([
    [
      'no server',
      ['watch'],
      undefined,
      2,
      'no server is configured: use `tamis login --server https://…`, or --server',
    ],
    ['a server without a key', ['watch', '--server', 'http://127.0.0.1:9'], undefined, 2, 'there is no key for'],
    ['no address', ['watch', '--server', 'localhost'], 'tms_x', 2, 'is not the address of a server: https://…'],
    ['a server that is away', ['watch', '--server', 'http://127.0.0.1:9'], 'tms_x', 3, 'is it running'],
    [
      'an unknown key',
      ['watch', '--server', 'API'],
      'tms_x',
      3,
      'the key is unknown, expired or revoked: `tamis login` stores another one',
    ],
  ])('reports what is wrong with %s', async (_, args, key, code, words) => {
    const found = await tamis(
      args.map((word) => (word === 'API' ? api.url : word)),
      key,
    );
    expect([found.code, found.err]).toEqual([code, expect.stringContaining(words)]);
  });

  it('stores a key and pulls the rules into a folder for which the plan has no changes', async () => {
    expect(await done(['login', '--server', api.url])).toContain('permissions');
    await done(['pull', 'rules']);
    expect(JSON.parse(readFileSync(path.join(folder, 'tamis.config.json'), 'utf8'))).toMatchObject({
      timezone: 'UTC',
      baseCurrency: 'USD',
      server: api.url,
    });
    expect(await done(['plan'])).toContain('= 1 unchanged');
  });

  it('verifies the audit log with the stored key', async () => {
    expect(await done(['audit', 'verify'])).toContain(' entries, all unchanged');
  });

  it('names the missing permission', async () => {
    const key = await newKey(['rules:read']);
    const { code, err } = await tamis(['dry-run', ...days], key);
    expect([code, err]).toEqual([3, expect.stringContaining('rules:execute')]);
  });

  it('stores a change next to the active version', async () => {
    writeFileSync(ruleFile, readFileSync(ruleFile, 'utf8').replace('50 USD between', '40 USD between'));
    expect(await done(['plan'])).toContain('50 USD between 10 USD and 100 USD step 10 USD → param limit = 40 USD');
    expect(await done(['apply', '--reason', 'catch more'])).toContain(
      'stored  big  version 3  waits beside the one that is active',
    );
    expect(await done(['apply'])).toContain('nothing to store');
  });

  it('replays stored records through it as text, table and page, with the underlying records', async () => {
    const said = await done(['dry-run', ...days]);
    expect(said).toContain('APPROVE → REVIEW_REQUIRED: 10');
    const [, id = ''] = /tamis show (\S+) gained/.exec(said) ?? [];
    expect((await done(['show', id, 'gained', '--csv'])).split('\r\n')).toHaveLength(10 + 2);
    const table = await done(['dry-run', ...days, '--csv', '--html', 'run.html']);
    expect(table).toContain('big,Big,changed,11,21,10,0,11');
    const page = readFileSync(path.join(folder, 'run.html'), 'utf8');
    expect(page).toContain(`${storedTransactions} records replayed`);
    expect(page).toContain('p-39');
    expect(page).toContain(`records of ${api.url}, dry run`);
    const client = new ApiClient(api.url, api.production.key, new AbortController().signal);
    const run = (await api.call(`/rules/dry-runs/${id}`)).body as { readonly dryRun: RemoteDryRun };
    for (const [limit, caption] of [
      [3, 'the first 3 records'],
      [100, '10 of 10 records'],
    ] as const) {
      const found = await differingRecords(client, id, limit);
      if (!found.ok) throw new Error(found.error.message);
      const { rows, hasMore } = found.value;
      const reproduction = { args: [], sets: [], params: [], events: { name: 'records', sha256: null }, hash: '' };
      expect(dryRunPage(reportOf(run.dryRun, rows)!, reproduction, hasMore)).toContain(caption);
    }
  });

  it('tries parameter values on stored records for one rule', async () => {
    const said = await done([
      'sweep',
      'big',
      ...days,
      '--param',
      'limit',
      '--values',
      '30 USD, 40 USD',
      '--html',
      's.html',
    ]);
    expect(said).toMatch(/^big: limit {2}60 records/);
    expect(said).toMatch(/30 USD +31/);
    expect(readFileSync(path.join(folder, 's.html'), 'utf8')).toContain('Sweep of limit');
  });

  it('explains a payment by the rules in the folder, and by the stored rule without a folder', async () => {
    expect(await done(['explain', 'big', '--on', 'tx:p-45'])).toMatch(/^big {2}HIT[^]*46 USD/);
    const externalId = '3f0c2c9e-5a4e-4a53-9d8e-0d2b6c8f4a11';
    const made = { externalId, type: 'PAYMENT', amount: 77, currency: 'USD', executeRules: false };
    const { body } = await api.call('/transactions', { body: made });
    const { id } = (body as { readonly transaction: { readonly id: string } }).transaction;
    for (const named of [externalId, id])
      expect(await done(['explain', 'big', '--on', `tx:${named}`])).toMatch(/^big {2}HIT[^]*77 USD/);
    const missing = await tamis(['explain', 'big', '--on', 'tx:p-999']);
    expect([missing.code, missing.err]).toEqual([2, expect.stringContaining('has no record `tx:p-999`')]);
  });

  it('runs the new version in shadow next to the active one, and deactivates none unless asked', async () => {
    expect(await done(['shadow', 'big'])).toContain('version 2 decides, version 3 in shadow');
    expect(await done(['compare', 'big', '2..3'])).toContain('no record was evaluated by both versions');
    expect(await done(['watch'])).toMatch(/big +active +60 +11/);
  });

  it('replays persons and companies on request, and only those of a server', async () => {
    const rules = 'named.rules';
    const text = (type: string, key = 'named'): string =>
      `rule ${key} "${key}" {\n  on ${type}\n  score 30\n  when entity.countryCode = "BR"\n  then suggest FLAG\n}\n`;
    for (const type of ['person', 'company']) {
      await publishRule(api, { source: text(type, `stored_${type}`) });
      for (const name of ['Ana', 'Bea'].slice(0, type === 'person' ? 2 : 1))
        await api.call('/entities', { body: { type, name, countryCode: 'BR', externalId: `${type}-${name}` } });
    }
    writeFileSync(path.join(folder, rules), text('person'));
    const today = ['--from', new Date(Date.now() - 86_400_000).toISOString(), '--to', new Date().toISOString()];
    const run = async (on: string) => {
      const said = await done(['dry-run', rules, '--only', ...today, '--on', on, '--json']);
      return (JSON.parse(said) as { readonly dryRun: RemoteDryRun }).dryRun;
    };
    const persons = await run('person');
    expect([persons.records!.replayed, persons.rules![0]!.hits.candidate]).toEqual([2, 2]);
    const client = new ApiClient(api.url, api.production.key, new AbortController().signal);
    const found = await differingRecords(client, persons.id, 10);
    expect(found.ok && reportOf(persons, found.value.rows)!.candidates[0]!.matches[0]).toMatchObject({
      target: 'person',
      id: expect.stringMatching(/^person-/),
    });
    writeFileSync(path.join(folder, rules), text('company'));
    expect((await run('company')).records!.replayed).toBe(1);
    for (const [wrong, words] of [
      [['--on', 'cases'], 'Allowed choices are transaction, person, company, user_event'],
      [['--on', 'person', '--local', 'x.jsonl'], 'cannot be used with'],
    ] as const) {
      const { code, err } = await tamis(['dry-run', rules, ...today, ...wrong]);
      expect([code, err]).toEqual([2, expect.stringContaining(words)]);
    }
  });

  it('requires the approval of another person', async () => {
    const settings = { rulePolicy: { requireSecondPerson: true } };
    await api.call(`/organizations/${api.production.organizationId}`, { method: 'PATCH', body: { settings } });
    const asked = await done([
      'activate',
      'big',
      '--guard',
      'hit rate within 3x of dry run',
      '--reason',
      'catches more',
    ]);
    const [, approval = ''] = /approval (\S+) was requested/.exec(asked) ?? [];
    expect(asked).toContain('version 2 decides');
    const own = await tamis(['approve', approval]);
    expect([own.code, own.err]).toEqual([3, expect.stringContaining('SELF_APPROVAL')]);
    const colleague = await newKey(['rules:read', 'rules:publish']);
    await api.pool.query(`update api_keys set created_by = gen_random_uuid() where name = 'rules:read,rules:publish'`);
    expect(await done(['approve', approval, '--comment', 'looked at it'], colleague)).toContain('version 3 decides');
    const again = await tamis(['shadow', 'big']);
    expect([again.code, again.err]).toEqual([2, expect.stringContaining('decides, and there is no newer one')]);
  });

  it('shows what a rollback would change', async () => {
    expect(await done(['rollback', '--to', '1', '--reason', 'too many alerts', '--preview'])).toContain(
      'nothing was changed',
    );
  });
});
