import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { generateEntries } from '@tamis/testkit/watchlists';

import { listText } from '../../../../test/support/list-files.js';
import { testSecrets } from '../../../../test/support/start-test-api.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';
import { waitUntil } from '../../../../test/support/wait-until.js';
import { Watchlists } from './index.js';

const command = fileURLToPath(new URL('../../../../dist/main.admin.js', `file://${__filename}`));

describe('watchlists loaded by an administrator', () => {
  const api = useOwnTestApi();
  const folder = mkdtempSync(path.join(tmpdir(), 'lists-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const fileOf = (name: string, count: number, seed: number, madeOn: string): string => {
    const file = path.join(folder, `${name}-consolidated.xml`);
    writeFileSync(file, listText('un_sc', generateEntries(seed, count), madeOn));
    return file;
  };
  const start = (...rest: readonly string[]): ChildProcess =>
    spawn(process.execPath, [command, 'watchlists', ...rest, '--json'], {
      env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: api().pool.options.connectionString, ...testSecrets },
    });
  async function ended(
    child: ChildProcess,
  ): Promise<{ readonly code: number; readonly text: string; readonly said: string }> {
    let [text, said] = ['', ''];
    child.stdout!.on('data', (piece: Buffer) => (text += piece.toString()));
    child.stderr!.on('data', (piece: Buffer) => (said += piece.toString()));
    const [code] = (await once(child, 'close')) as [number];
    return { code, text, said };
  }
  const run = (...rest: readonly string[]) => ended(start(...rest));
  const count = async (sql: string): Promise<number> =>
    (await api().pool.query(`select count(*)::int as count from ${sql}`)).rows[0].count;
  /** Returns the current state, which must be one complete file: its entries, and an index of the same number. */
  const serving = async () => {
    const entries = await count(
      `watchlist_entries e join watchlist_datasets d on d.code = e.code
       where from_version <= current and (to_version is null or to_version > current)`,
    );
    await api().app.get(Watchlists).refresh();
    const [list] = api().app.get(Watchlists).loaded();
    return { entries, told: list?.entries, version: list?.version };
  };

  it('are served by a running process without a restart, and problems are reported', async () => {
    const loaded = await run('load', 'un_sc', fileOf('first', 700, 1, '2026-10-03'));
    expect([loaded.code, loaded.said]).toEqual([0, '']);
    expect(JSON.parse(loaded.text)).toMatchObject({ code: 'un_sc', version: 1, state: 'current', entries: 700 });
    // The process is notified without a request.
    await waitUntil(() => Promise.resolve(api().app.get(Watchlists).loaded().length === 1));
    expect(await serving()).toEqual({ entries: 700, told: 700, version: '1' });

    const small = await run('load', 'un_sc', fileOf('small', 599, 1, '2026-10-04'));
    expect(small.code).toBe(1);
    expect(JSON.parse(small.text)).toMatchObject({
      state: 'kept_aside',
      doubts: [expect.any(String), expect.any(String)],
    });
    const status = JSON.parse((await run('status')).text);
    expect(
      status.versions.map(({ version, state }: { version: number; state: string }) => `${version} ${state}`),
    ).toEqual(['2 kept_aside', '1 current']);
    for (const [rest, said] of [
      [['load', 'us_everything', 'x.xml'], 'CODE must be one of us_ofac'],
      [['load', 'br_pep', 'x.zip'], 'WATCHLISTS does not contain br_pep'],
      [['load', 'un_sc'], 'un_sc needs consolidated.xml'],
      [['load', 'un_sc', `${folder}/none.xml`], 'does not exist'],
      [['accept', 'un_sc', '9'], 'no version 9 of un_sc is quarantined'],
      [['accept', 'un_sc', 'newest'], 'VERSION must be a whole number'],
      [['forget'], 'watchlists what?'],
    ] as const) {
      const wrong = await run(...rest);
      expect([wrong.code, wrong.text]).toEqual([1, '']);
      expect(wrong.said).toContain(said);
    }
    expect(JSON.parse((await run('accept', 'un_sc', '2')).text)).toMatchObject({ version: 2, state: 'current' });
    expect(await serving()).toEqual({ entries: 599, told: 599, version: '2' });
  });

  it('are loaded completely when two processes load at once, and one of the versions is served', async () => {
    const [one, other] = [fileOf('one', 800, 2, '2026-11-01'), fileOf('other', 850, 3, '2026-11-01')];
    const results = await Promise.all([run('load', 'un_sc', one), run('load', 'un_sc', other)]);
    const made = results.filter(({ code }) => code === 0);
    expect(made.length).toBeGreaterThan(0);
    for (const { code, said } of results) if (code !== 0) expect(said).toContain('is in progress');
    const { entries, told } = await serving();
    expect([800, 850]).toContain(entries);
    expect(told).toBe(entries);
  });

  it('remain in service when the next load is killed, and its leftovers are removed', async () => {
    const before = await serving();
    const file = fileOf('large', 20_000, 4, '2026-12-01');
    for (const stored of [1, 4_000, 12_000]) {
      const child = start('load', 'un_sc', file);
      const end = ended(child);
      await waitUntil(
        async () =>
          child.exitCode !== null ||
          (await count(`watchlist_entries where from_version > ${Number(before.version)}`)) >= stored,
      );
      child.kill('SIGKILL');
      await end;
      expect(child.signalCode).toBe('SIGKILL');
      expect(await serving()).toEqual(before);
      await api().pool.query(
        `update watchlist_versions set changed_at = now() - interval '1 hour' where state = 'loading'`,
      );
    }
    expect((await run('load', 'un_sc', file)).code).toBe(0);
    expect(await serving()).toMatchObject({ entries: 20_000, told: 20_000 });
    expect(await count(`watchlist_versions where state = 'loading'`)).toBe(0);
  });
});
