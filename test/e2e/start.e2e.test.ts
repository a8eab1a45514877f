import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = path.resolve(__dirname, '../..');
const home = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tamis-home-'));

interface Started {
  readonly process: ChildProcess;
  readonly exit: Promise<number | null>;
  output(): string;
  /** Resolves when the output matches; throws with the output when the process ends first. */
  printed(pattern: RegExp): Promise<RegExpMatchArray>;
}

const running: ChildProcess[] = [];

/** `npm start` without npm: what the script runs, as a child of the test. */
function start(...args: readonly string[]): Started {
  const { DATABASE_URL: _, npm_lifecycle_event: __, ...environment } = process.env;
  const child = spawn(process.execPath, [path.join(root, 'apps/local/dist/main.js'), ...args], {
    env: { ...environment, TAMIS_HOME: home, PORT: '3600' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const printed = async (pattern: RegExp): Promise<RegExpMatchArray> => {
    for (;;) {
      const match = pattern.exec(output);
      if (match) return match;
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`ended before ${String(pattern)}:\n${output}`);
      await sleep(50);
    }
  };
  return { process: child, exit, output: () => output, printed };
}

const listening = /listens on (http:\/\/\S+)/;

async function storedPayments(url: string): Promise<number> {
  const { production } = JSON.parse(readFileSync(path.join(home, 'demo-account.json'), 'utf8')) as {
    production: { organizationId: string; key: string };
  };
  const answer = await fetch(`${url}/transactions?limit=1`, { headers: { authorization: `Bearer ${production.key}` } });
  return ((await answer.json()) as { pagination: { total: number } }).pagination.total;
}

afterAll(() => {
  for (const child of running) child.kill('SIGKILL');
  const pidFile = path.join(home, 'postgres/postmaster.pid');
  if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT');
  rmSync(home, { recursive: true, force: true });
});

test('npm start, killed in the middle of the sample, loads every payment exactly once and decides as simulated', async () => {
  const killed = start();
  await killed.printed(/Payments [2-9]000\/10000/);
  killed.process.kill('SIGKILL');
  await killed.exit;

  const second = start();
  const [, url = ''] = await second.printed(listening);
  expect(await storedPayments(url)).toBe(10_000);
  const expected = JSON.parse(readFileSync(path.join(root, 'rules-fixtures/samples/expected.json'), 'utf8')) as {
    byRule: Record<string, number>;
    decisions: Record<string, number>;
    train: unknown;
    test: unknown;
    whole: unknown;
  };
  const report = JSON.parse(readFileSync(path.join(home, 'demo-report.json'), 'utf8')) as {
    byRule: { key: string; hits: number }[];
    decisions: Record<string, { payments: number }>;
    train: unknown;
    test: unknown;
    whole: unknown;
  };
  expect(Object.fromEntries(report.byRule.map(({ key, hits }) => [key, hits]))).toEqual(expected.byRule);
  expect(Object.fromEntries(Object.entries(report.decisions).map(([name, { payments }]) => [name, payments]))).toEqual(
    expected.decisions,
  );
  expect([report.train, report.test, report.whole]).toEqual([expected.train, expected.test, expected.whole]);

  second.process.kill('SIGINT');
  expect(await second.exit).toBe(0);
  expect(existsSync(path.join(home, 'postgres/postmaster.pid'))).toBe(false);
}, 480_000);

test('a later start shows the same report, loads nothing twice, and stops on SIGTERM', async () => {
  const third = start();
  const [, url = ''] = await third.printed(listening);
  expect(third.output()).toContain('The sample is loaded');
  expect(await storedPayments(url)).toBe(10_000);
  third.process.kill('SIGTERM');
  expect(await third.exit).toBe(0);
}, 120_000);

test('--no-demo starts without the sample and says how to go on, and an unknown option is refused with its name', async () => {
  const bare = start('--no-demo');
  const [, url = ''] = await bare.printed(listening);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect(bare.output()).not.toContain('sample');
  const [, key = ''] = await bare.printed(/production .* key (\S+)/);
  expect((await fetch(`${url}/auth/test`, { headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
  bare.process.kill('SIGTERM');
  expect(await bare.exit).toBe(0);

  const wrong = start('--no-dmeo');
  expect(await wrong.exit).toBe(1);
  expect(wrong.output()).toContain('--no-dmeo');
}, 120_000);
