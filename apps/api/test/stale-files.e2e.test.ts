import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { startOwnTestApi, type TestApi } from './support/start-test-api.js';
import { useCommandLine } from './support/use-command-line.js';

const rule = (key: string, limit: string, comment = ''): string =>
  `${comment}rule ${key} "The ${key}" {\n  on transaction\n\n  when transaction.amount > ${limit}\n}\n`;

describe('files that are older than the rules of the server', () => {
  let api: TestApi;
  let home: string;
  beforeAll(async () => {
    api = await startOwnTestApi();
    home = mkdtempSync(join(tmpdir(), 'tamis-stale-'));
    await api.call('/rules', { body: { source: rule('first', '1 USD') } });
    await api.call('/rules', { body: { source: rule('second', '2 USD') } });
    const library = { source: 'const floor = 3 USD\n', ifVersion: 0 };
    await api.call('/rules/library', { method: 'PUT', body: library });
    await api.call('/rules', { body: { source: rule('third', 'floor') } });
    await tamis(['login', '--server', api.url], {}, `${api.production.key}\n`);
    await done('pull', '.');
  });
  afterAll(async () => {
    await api?.stop();
    rmSync(home, { recursive: true, force: true });
  });

  const { tamis, done } = useCommandLine(() => home);
  const path = (name: string): string => join(home, 'rules', name);
  const idOf = async (key: string): Promise<string> => (await api.call(`/rules?key=${key}`)).body.rules[0].id as string;
  const sourceOf = async (key: string): Promise<string> =>
    (await api.call(`/rules?key=${key}`)).body.rules[0].source as string;
  const change = async (key: string, source: string): Promise<void> => {
    const { status, text } = await api.call(`/rules/${await idOf(key)}`, { method: 'PATCH', body: { source } });
    if (status !== 200) throw new Error(text);
  };
  const refused = async (...args: readonly string[]): Promise<string> => {
    const { code, err } = await tamis(args);
    expect({ args, code }).toEqual({ args, code: 1 });
    return err;
  };

  it('do not replace what others changed, not even a comment, unless told to', async () => {
    await change('first', rule('first', '1 USD', '// looked at\n'));
    writeFileSync(path('second.rules'), rule('second', '5 USD'));
    const author = 'has changed on the server since it was pulled, last by Own, first key on 2';
    expect((await tamis(['plan'])).out).toContain(`  ~ first\n      comments\n      ! it ${author}`);
    expect(await refused('apply')).toContain(`older than what the server has\n  first: it ${author}`);
    expect(await sourceOf('second')).toContain('2 USD');
    expect(JSON.parse((await tamis(['plan', '--json'])).out).conflicts).toMatchObject([{ key: 'first' }]);
    await done('pull');
    await done('apply');
    expect([await sourceOf('first'), await sourceOf('second')]).toEqual([
      expect.stringContaining('looked at'),
      expect.stringContaining('5 USD'),
    ]);
    await change('first', rule('first', '9 USD'));
    await done('apply', '--overwrite');
    expect(await sourceOf('first')).toContain('1 USD');
    await done('plan');
  });

  it('are merged by hand where both sides changed', async () => {
    await change('first', rule('first', '2 USD'));
    writeFileSync(path('first.rules'), rule('first', '4 USD'));
    await refused('apply');
    expect(await refused('pull')).toContain('`tamis pull --keep-both` writes the text of the server beside');
    expect(await done('pull', '--keep-both')).toContain('rules/first.rules  kept: merge rules/first.rules.server,');
    expect(readFileSync(path('first.rules.server'), 'utf8')).toContain('2 USD');
    const waiting = await tamis(['apply']);
    expect(waiting).toMatchObject({ code: 2, err: expect.stringContaining('merge rules/first.rules.server into') });
    rmSync(path('first.rules.server'));
    await done('apply');
    expect(await sourceOf('first')).toContain('4 USD');
  });

  it('do not bring back a rule that was renamed, nor archive one that was never pulled', async () => {
    await change('second', rule('renamed', '5 USD'));
    expect(await refused('apply')).toContain('  second: it is no longer on the server: it was archived or renamed\n');
    expect(await refused('apply', '--prune')).toContain('  renamed: it was never pulled or stored from here;');
    await done('pull');
    await done('apply');
  });

  it('do not replace shared names', async () => {
    const { version } = (await api.call('/rules/library')).body;
    await api.call('/rules/library', { method: 'PUT', body: { source: 'const floor = 6 USD\n', ifVersion: version } });
    expect(await refused('apply')).toContain('  name floor: it has changed on the server since it was pulled, last by');
    await done('pull');
    await done('apply');
    expect((await api.call('/rules/library')).body.source).toContain('6 USD');
  });

  it('may contain several rules, and be applied again without a pull', async () => {
    mkdirSync(join(home, 'other'));
    const several = join(home, 'other/several.rules');
    writeFileSync(join(home, 'other/tamis.config.json'), '{ "language": 1 }');
    writeFileSync(several, `${rule('fourth', '1 USD')}\n${rule('fifth', '2 USD')}`);
    await done('apply', several);
    writeFileSync(several, `${rule('fourth', '3 USD')}\n${rule('fifth', '2 USD')}`);
    await done('apply', several);
    await change('fifth', rule('fifth', '8 USD'));
    const said = await refused('apply', several);
    expect(said).toContain('  fifth: it has changed');
    expect(said).not.toContain('fourth:');
    rmSync(join(home, 'other/schema'), { recursive: true });
    expect(await refused('apply', several)).toContain('  fifth: it was never pulled or stored from here; last changed');
  });

  it('of one organization say nothing about another one', async () => {
    const env = { TAMIS_API_KEY: api.stranger.key };
    const all = ['apply', 'rules'];
    expect(await tamis(all, env)).toMatchObject({ code: 0, err: '' });
    expect(await tamis([...all, '--reason', 'again'], env)).toMatchObject({ code: 0, err: '' });
    await done('apply');
  });
});
