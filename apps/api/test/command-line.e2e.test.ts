import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { storePolicy } from './support/store-policy.js';
import { publishRule } from './support/publish-rule.js';
import { useCommandLine } from './support/use-command-line.js';
import { ruleText, unknownId } from './support/rule-samples.js';
import { startOwnTestApi, type TestApi } from './support/start-test-api.js';
import { waitUntil } from './support/wait-until.js';

const rules = (limit: number): string => `param limit = ${limit} USD between 50 USD and 150 USD step 50 USD

rule large_fee "A large fee" {
  on transaction
  score 80

  when transaction.amount >= limit

  then alert HIGH "A fee of {transaction.amount}"
}
`;

describe('commands that call a server', () => {
  let api: TestApi;
  let home: string;
  beforeAll(async () => {
    api = await startOwnTestApi();
    home = mkdtempSync(join(tmpdir(), 'tamis-home-'));
    mkdirSync(join(home, 'rules'));
    writeFileSync(join(home, 'rules/fees.rules'), rules(50));
  });
  afterAll(async () => {
    await api?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const { start, tamis, done, checkRefused } = useCommandLine(() => home);
  const setRulePolicy = (rulePolicy: object) =>
    api.call(`/organizations/${api.production.organizationId}`, {
      method: 'PATCH',
      body: { settings: { rulePolicy } },
    });
  it('require a login, which stores the key where only its owner can read it', async () => {
    await checkRefused(['watch'], {}, 2, 'no server is configured: use `tamis login --server https://…`, or --server');
    await checkRefused(['watch', '--server', api.url], {}, 2, `there is no key for ${api.url}`);
    const wrong = { TAMIS_API_KEY: 'wrong' };
    await checkRefused(['login', '--server', api.url], wrong, 3, 'the server answered 401');
    await checkRefused(['watch', '--server', 'http://127.0.0.1:9'], wrong, 3, 'http://127.0.0.1:9 does not respond');
    await checkRefused(['watch', '--server', 'ftp://x'], wrong, 2, '`ftp://x` is not the address of a server');
    const { code, out } = await tamis(['login', '--server', `${api.url}/`], {}, `${api.production.key}\n`);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining(api.production.organizationId) });
    const file = join(home, 'tamis/credentials.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      current: api.url,
      keys: { [api.url]: api.production.key },
    });
  });

  it('move a rule from review to shadow, active with a guard, inactive and archived', async () => {
    const source = rules(100);
    await api.call('/rules', { body: { source } });
    expect(await done('submit', 'large_fee')).toBe('large_fee  in_review  runs nowhere\n');
    expect(await done('shadow', 'large_fee')).toBe('large_fee  shadow  version 2 in shadow\n');
    const activated = await done(
      'activate',
      'large_fee',
      '--guard',
      'alerts/day <= 60',
      '--reason',
      'it was looked at',
    );
    expect(activated).toBe('large_fee  active  version 2 decides\n');
    const { id } = (await api.call('/rules?key=large_fee')).body.rules[0];
    expect((await api.call(`/rules/${id}`)).body.rule.guard).toMatchObject({ text: 'alerts/day <= 60' });
    await checkRefused(['activate', 'large_fee', '--guard', 'alerts < 5'], {}, 2, '--guard, character 1');
    await checkRefused(['shadow', 'small_fee'], {}, 2, 'has no rule `small_fee`');
    const refused = await tamis(['submit', 'large_fee']);
    expect(refused).toMatchObject({ code: 3, out: '', err: expect.stringContaining('INVALID_STATUS_TRANSITION') });
    expect(refused.err).toMatch(/\n {2}request: \S+\n/);
  });

  it('list and set parameters, roll back a rule set, and evaluate a stored decision again', async () => {
    const library = { source: 'param shared = 3 between 1 and 9 step 1\n', ifVersion: 0 };
    await api.call('/rules/library', { method: 'PUT', body: library });
    const many = ruleText('count(transactions from origin in last 1h) > shared');
    await publishRule(api, { source: many });
    const before = (await api.call('/rule-sets/active')).body.ruleSet;
    const set = await done('params', 'set', 'shared', '5', '--reason', 'a little more');
    expect(set).toMatch(/^shared is 5\nrule set rs_/);
    expect(await done('params', 'list')).toContain('  shared  5  1 to 9 step 1  rule_');
    await checkRefused(['params', 'set', 'shared', '5 +', '--reason', 'none at all'], {}, 2, '`5 +` is not a value');
    await checkRefused(['params', 'set', 'shared', '50', '--reason', 'too much'], {}, 3, 'PARAM_OUT_OF_RANGE');
    const back = ['rollback', '--to', String(before.number)];
    expect(await done(...back, '--preview')).toContain('nothing was changed\n');
    await checkRefused(back, {}, 2, '--reason says why');
    expect(await done(...back, '--reason', 'it was better before')).toContain('param shared  5 → 3\n');
    expect(await done('params', 'list')).toContain('  shared  3  ');
    const paid = { externalId: 'p', type: 'FEE', amount: 120, currency: 'USD' };
    const { rulesResult } = (await api.call('/transactions', { body: paid })).body;
    expect(await done('replay', rulesResult.evaluationId)).toContain('decided as before\n');
    const other = ['replay', rulesResult.evaluationId, '--recompute', '--rule-set', '1'];
    expect(await tamis(other)).toMatchObject({ code: 1, out: expect.stringContaining('rule_set') });
  });

  it('plan, apply and pull files of rules', async () => {
    const path = join(home, 'rules/small.rules');
    const small = 'rule small_fee "A small fee" {\n  on transaction\n\n  when transaction.amount < 5 USD\n}\n';
    writeFileSync(path, small);
    expect(await done('plan', path)).toMatch(
      /^based on rule set rs_\S+\n {2}\+ small_fee {2}create\n {2}= 0 unchanged\n/,
    );
    const stored = await done('apply', path, '--reason', 'small fees are odd');
    expect(stored).toContain('stored  small_fee  version 1  in_progress\n');
    expect(await done('plan', path)).toContain('  = 1 unchanged\n');
    writeFileSync(path, small.replace('5 USD', '6 USD'));
    expect(await done('plan', path)).toMatch(/\n {2}~ small_fee\n {6}\S/);
    writeFileSync(path, small.replace('amount', 'amuont'));
    const broken = await tamis(['apply', path]);
    expect(broken).toMatchObject({ code: 1, err: expect.stringContaining('nothing was stored: the files have') });
    rmSync(path);
    const pulled = await done('pull', 'pulled');
    expect(pulled.split('\n')).toEqual(
      expect.arrayContaining(['rules/small_fee.rules', 'rules/shared.rules', 'schema/fields.json']),
    );
    await done('check', 'pulled/rules');
    expect(await done('plan', 'pulled/rules')).not.toMatch(/\n {2}[+~-] /);
  });

  it('pull the names of all lists', async () => {
    const names = Array.from({ length: 101 }, (_, index) => `list ${index}`);
    for (const name of names) await api.call('/data-lists', { body: { name, type: 'custom', source: 'internal' } });
    await done('pull', 'listed');
    const pulled = JSON.parse(readFileSync(join(home, 'listed/schema/lists.json'), 'utf8')) as { name: string }[];
    expect(pulled.map(({ name }) => name)).toEqual(expect.arrayContaining(names));
  });

  it('do not overwrite a locally edited rule on pull, unless forced', async () => {
    const edited = join(home, 'mine/rules/small_fee.rules');
    const text = (): string => readFileSync(edited, 'utf8');
    const edit = (from: string, to: string): void => writeFileSync(edited, text().replace(from, to));
    const { id } = (await api.call('/rules?key=small_fee')).body.rules[0];
    const change = (when: string): Promise<unknown> =>
      api.call(`/rules/${id}`, {
        method: 'PATCH',
        body: { source: `rule small_fee "A small fee" {\n  on transaction\n\n  when ${when}\n}\n` },
      });
    await done('pull', 'mine');
    edit('5 USD', '4 USD');
    expect(await done('pull', 'mine')).toContain('rules/small_fee.rules  kept: edited locally, unchanged on the');
    expect(text()).toContain('4 USD');
    await change('transaction.amount < 3 USD');
    await checkRefused(['pull', 'mine'], {}, 1, 'have changed on the server:\n  rules/small_fee.rules\n');
    expect(text()).toContain('4 USD');
    await done('pull', 'mine', '--force');
    expect(text()).toContain('3 USD');
    edit('3 USD', '2 USD');
    await done('apply', 'mine/rules', '--reason', 'small fees are odd');
    await change('transaction.amount < 1 USD');
    await done('pull', 'mine');
    expect(text()).toContain('1 USD');
    const old = (await api.call('/rules', { body: { source: ruleText() } })).body.rule;
    await done('pull', 'mine');
    await api.call(`/rules/${old.id}`, { method: 'DELETE' });
    expect(await done('pull', 'mine')).toContain(`rules/${old.key}.rules  removed: it no longer exists on`);
    expect(existsSync(join(home, `mine/rules/${old.key}.rules`))).toBe(false);
  });

  const day = new Date().toISOString().slice(0, 10);
  const period = ['--from', day, '--to', new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)];
  /** Dry run with a lower limit. */
  let lowered: string;

  it('replays records of the server through rules from files', async () => {
    for (const amount of [60, 70]) {
      const paid = { externalId: `p${amount}`, type: 'FEE', amount, currency: 'USD' };
      await api.call('/transactions', { body: paid });
    }
    const text = await done('dry-run', 'rules', ...period);
    expect(text).toContain('APPROVE → REVIEW_REQUIRED: 2\n');
    expect(text).toMatch(/large_fee \(changed\) +1 → 3 +2 +0 /);
    lowered = /tamis show (\S+) gained/.exec(text)?.[1] ?? '';
    expect((await done('show', lowered, 'gained', '--csv')).split('\r\n').map((line) => line.split(',')[0])).toEqual(
      expect.arrayContaining(['record', 'p60', 'p70']),
    );
    const swept = await done(
      'sweep',
      'large_fee',
      'rules',
      '--param',
      'limit',
      '--values',
      '50 USD,150 USD',
      ...period,
    );
    expect(swept).toMatch(/\n {2}50 USD +3 .*\n {2}150 USD +0 /);
    expect(swept).toContain('\nno frontier: no record is labelled; use --labels FILE; hits only decrease');
    expect(await done('watch')).toMatch(/\n {2}large_fee +active +3 +1 /);
    const cells = (await done('watch', '--csv')).split('\r\n').flatMap((line) => line.split(','));
    expect(cells.filter((cell) => /^[\d.]{9,}$/.test(cell))).toEqual([]);
    await checkRefused(['dry-run', 'rules'], {}, 2, 'needs --from and --to');
    writeFileSync(join(home, 'known.csv'), 'id,label\np60,fraud\np70,cleared\nnobody,fraud\n');
    const labelled = await done('dry-run', 'rules', ...period, '--labels', 'known.csv');
    expect(labelled).toContain('  now     1 of 1 frauds stopped, 1 false alarm, precision 50.0 %, recall 100.0 %\n');
    expect(labelled).toContain('1 of 3 labels are of records that are not stored\n');
  });

  it('compares rule versions by a dry run of both, which counts as evidence when the newer one is activated', async () => {
    const { id: ruleId, version } = (await api.call('/rules?key=large_fee')).body.rules[0];
    await api.call(`/rules/${ruleId}`, { method: 'PATCH', body: { source: rules(50), stage: true } });
    const compared = await done('compare', 'large_fee', `${version}..${version + 1}`, '--dry-run', lowered);
    expect(compared).toContain('  gained 2, lost 0, unchanged 1\n');
    const line = await done('compare', 'large_fee', `${version}..${version + 1}`, '--dry-run', lowered, '--csv');
    expect(line).toMatch(new RegExp(`^base,head,source,.*\\r\\n${version},${version + 1},dry_run,.*,3,2,0,1,`));
    await checkRefused(['compare', 'large_fee', 'rules'], {}, 2, 'versions on a server are written 6..7');
    // The pending version has the content that the dry runs tested.
    const activated = await done('activate', 'large_fee', '--reason', 'it was tried');
    expect(activated).toMatch(/^large_fee: the evidence is dry run \S+ of this content\nlarge_fee {2}active /);
    expect(await done('deactivate', 'large_fee', '--reason', 'no more of it')).toContain('inactive  runs nowhere\n');
    expect(await done('archive', 'large_fee')).toBe('large_fee  archived\n');
  });

  it('reports that a period has no records', async () => {
    const never = ['--from', '2015-01-01', '--to', '2015-01-31'];
    for (const run of [
      ['dry-run', 'rules', '--csv'],
      ['sweep', 'large_fee', 'rules', '--param', 'limit'],
    ])
      await checkRefused([...run, ...never], {}, 3, 'no record was evaluated: no transaction of 2015-01-01');
  });

  it('requests a second approver, lists pending approvals and applies the approver decision', async () => {
    const setPolicy = (requireSecondPerson: boolean) => storePolicy(api, { requireSecondPerson });
    expect(await done('approve')).toBe('no request is waiting for approval\n');
    await setPolicy(true);
    const { key } = (await api.call('/rules', { body: { source: ruleText() } })).body.rule;
    const asked = await done('activate', key, '--reason', 'it is wanted');
    const [, id = ''] = /: tamis approve (\S+)\n/.exec(asked) ?? [];
    const waiting = await done('approve');
    expect(waiting).toContain(`  ${id}  ${key} active  `);
    expect(waiting).toMatch(/ {2}it is wanted\n$/);
    await checkRefused(['approve', id], {}, 3, 'SELF_APPROVAL');
    const body = { name: 'of a colleague', permissions: ['rules:read', 'rules:publish'] };
    const { key: other, apiKey } = (await api.call('/api-keys', { body })).body;
    await api.pool.query(`update api_keys set created_by = $1 where id = $2`, [unknownId, apiKey.id]);
    const env = { TAMIS_API_KEY: other, TAMIS_SERVER: api.url };
    const given = await tamis(['approve', id, '--comment', 'looked at it'], env);
    expect(given).toEqual({ code: 0, out: `${key}  active  version 1 decides\n`, err: '' });
    await setPolicy(false);
    await done('shadow', key, '--rule-version', '1', '--reason', 'it is to be watched');
    await setPolicy(true);
    const [, late = ''] = /: tamis approve (\S+)\n/.exec(await done('activate', key, '--reason', 'once more')) ?? [];
    await setPolicy(false);
    await done('deactivate', key, '--reason', 'too many alerts');
    expect(await done('approve')).toBe('no request is waiting for approval\n');
    const said = await tamis(['approve', late], env);
    expect(said).toMatchObject({
      code: 3,
      err: expect.stringContaining(': The approval is withdrawn: the rule now has version 2;'),
    });
    const again = await done('activate', key, '--reason', 'once more');
    expect(again).toContain(
      `\nno guard is set: tamis activate ${key} --guard "hit rate within 5x of dry run" --reason`,
    );
  });

  it('tells how to set the guard that the organization requires', async () => {
    const { key } = (await api.call('/rules', { body: { source: ruleText() } })).body.rule;
    await setRulePolicy({ requireGuard: true });
    try {
      const { code, err } = await tamis(['activate', key, '--reason', 'it is wanted']);
      expect([code, err]).toEqual([3, expect.stringContaining(`the rule ${key} would decide without a guard, which`)]);
      expect(err).toContain('\n  `tamis activate` sets a guard with `--guard`\n');
      await done('activate', key, '--guard', 'alerts/day <= 60', '--reason', 'it is wanted');
    } finally {
      await setRulePolicy({ requireGuard: false });
    }
  });

  it('cancels the server run when the command is stopped', async () => {
    const { pool } = api;
    const client = await pool.connect();
    const runs = async () =>
      (await api.call('/rules/dry-runs?limit=1')).body.dryRuns[0] as { id: string; status: string };
    try {
      const { id: earlier } = await runs();
      // The dry run stays in progress until the lock is released. Only dry runs use this table, so nothing else waits.
      await client.query('begin; lock table dry_run_matches in access exclusive mode');
      const { child, finished } = start(['dry-run', 'rules', '--from', '2026-01-01', '--to', '2026-01-31']);
      let ended: object | null = null;
      void finished.then((early) => (ended = early));
      await waitUntil(async () => ended !== null || (await runs()).id !== earlier);
      expect(ended).toBeNull();
      child.kill('SIGINT');
      expect(await finished).toEqual({ code: 3, out: '', err: 'tamis: stopped; the server has cancelled the run\n' });
      expect((await runs()).status).toBe('cancelled');
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('reports an expired login and how to get another', async () => {
    const body = { name: 'for a day', permissions: ['rules:read'] };
    const { key, apiKey } = (await api.call('/api-keys', { body })).body;
    const env = { TAMIS_API_KEY: key, TAMIS_SERVER: api.url };
    expect(await tamis(['params', 'list'], env)).toMatchObject({ code: 0, err: '' });
    await api.pool.query(`update api_keys set expires_at = now() - interval '1 second' where id = $1`, [apiKey.id]);
    const expired = 'the key is unknown, expired or revoked: `tamis login` stores another one';
    await waitUntil(async () => (await tamis(['params', 'list'], env)).code !== 0);
    await checkRefused(['params', 'list'], env, 3, expired);
  });
});
