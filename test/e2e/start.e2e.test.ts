import { existsSync, readFileSync } from 'node:fs';
import * as path from 'node:path';

import { listening, useLocalHome } from './local-home.js';

const root = path.resolve(__dirname, '../..');
const { home, pidFile, start } = useLocalHome();

async function storedPayments(url: string): Promise<number> {
  const { production } = JSON.parse(readFileSync(path.join(home, 'demo-account.json'), 'utf8')) as {
    production: { organizationId: string; key: string };
  };
  const answer = await fetch(`${url}/transactions?limit=1`, { headers: { authorization: `Bearer ${production.key}` } });
  return ((await answer.json()) as { pagination: { total: number } }).pagination.total;
}

test('npm start, killed while loading the sample, loads every payment exactly once and decides as simulated', async () => {
  const killed = start();
  await killed.printed(/Payments [1-9]000\/10000/);
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
  expect(existsSync(pidFile)).toBe(false);
}, 480_000);

test('a later start shows the same report, loads nothing twice, and stops on SIGTERM', async () => {
  const third = start();
  const [, url = ''] = await third.printed(listening);
  expect(third.output()).toContain('The sample is loaded');
  expect(await storedPayments(url)).toBe(10_000);
  third.process.kill('SIGTERM');
  expect(await third.exit).toBe(0);
});

test('--no-demo starts without the sample and shows the next steps, and an unknown option is rejected by name', async () => {
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
});
