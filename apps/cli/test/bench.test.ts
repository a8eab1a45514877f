import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, good, runTamis, runTamisInProcess } from './support/run-tamis.js';

const event = (id: string, amount: string): string =>
  JSON.stringify({ id, amount, currency: 'USD', transactedAt: '2026-01-15T09:00:00Z' });

const files = { 'a.rules': good, 'events.jsonl': [event('a', '5'), event('b', '50')].join('\n') };

describe('tamis bench', () => {
  test('reports the rule speed for each number of workers, with machine, rules and events', () => {
    const cwd = createFolder(files);
    const args = ['bench', 'a.rules', '--events', 'events.jsonl', '--duration', '0.2s', '--workers', '1,2', '--json'];
    const { code, out, err } = runTamis(args, { cwd });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const report = JSON.parse(out);
    expect(report).toMatchObject({
      machine: { node: process.version, cores: expect.any(Number) },
      ruleSetVersion: expect.stringMatching(/^rs_/),
      events: { name: 'events.jsonl', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
      rules: 1,
      evaluated: 2,
      before: 0,
      seed: 7,
      dearest: [{ key: 'large' }],
      ladder: [{ workers: 1 }, { workers: 2 }],
    });
    for (const { eventsPerSecond, p50Micros, p95Micros, p99Micros, p999Micros } of report.ladder) {
      expect(eventsPerSecond).toBeGreaterThan(0);
      const ladder = [p50Micros, p95Micros, p99Micros, p999Micros];
      expect(ladder).toEqual([...ladder].sort((a, b) => a - b));
    }
  });

  test('without rules measures the rules that init writes, on synthetic payments', async () => {
    const { code, out } = await runTamisInProcess(['bench', '--duration', '0.1s', '--workers', '1'], createFolder({}));
    expect(code).toBe(0);
    expect(out).toMatch(
      /^machine .*\nrules {5}5 rules, set rs_.*\nevents {4}5000 synthetic payments, SHA-256 .*, seed 7\n/,
    );
    expect(out).toMatch(/workers +events\/s +p50 +p95 +p99 +p99\.9 +alloc\/event +with trace\n {2}1 /);
  });

  test('ends when stopped', async () => {
    const args = ['bench', 'a.rules', '--events', 'events.jsonl', '--duration', '600s', '--workers'];
    for (const workers of ['1', '2'])
      expect(await runTamisInProcess([...args, workers], createFolder(files), AbortSignal.abort())).toEqual({
        code: 3,
        out: '',
        err: 'tamis: stopped\n',
      });
  });

  test('compares with an earlier report, writes how to repeat the run, and fails on a certain slowdown', async () => {
    const cwd = createFolder(files);
    const args = ['bench', 'a.rules', '--events', 'events.jsonl', '--duration', '0.2s', '--workers', '1'];
    const first = await runTamisInProcess([...args, '--json'], cwd);
    const report = JSON.parse(first.out) as { ladder: [{ p50Stretches: number[] }] };
    const times = (factor: number): string =>
      JSON.stringify({
        ...report,
        ladder: report.ladder.map((line) => ({
          ...line,
          p50Stretches: line.p50Stretches.map((each) => each * factor),
        })),
      });
    const checkAgainst = async (factor: number, code: number): Promise<void> => {
      writeFileSync(join(cwd, 'before.json'), times(factor));
      const compared = await runTamisInProcess([...args, '--against', 'before.json', '--markdown', 'bench.md'], cwd);
      expect({ code: compared.code, said: compared.err.includes('slower by more than 5 %') }).toEqual({
        code,
        said: code === 1,
      });
      expect(compared.out).toMatch(/workers +p50 before +p50 now +change +95 % interval/);
    };
    await checkAgainst(1e-6, 1);
    await checkAgainst(1e6, 0);
    const page = readFileSync(join(cwd, 'bench.md'), 'utf8');
    for (const said of ['set `rs_', 'seed 7', process.version, '--markdown bench.md', '| large |'])
      expect(page).toContain(said);
    // Refused before anything is measured.
    const other = await runTamisInProcess(
      [...args.slice(0, -4), '--duration', '3600s', '--workers', '1', '--against', 'before.json'],
      cwd,
    );
    expect([other.code, other.err]).toEqual([3, expect.stringContaining('it is about another --duration')]);
    const lines = (change: object): string =>
      JSON.stringify({ ...report, ladder: report.ladder.map((line) => ({ ...line, ...change })) });
    for (const [text, said] of [
      [lines({ workers: 2 }), 'it has no line with as many workers'],
      [lines({ p50Stretches: [] }), 'not the output of `tamis bench --json'],
      [JSON.stringify({ ...report, ladder: [] }), 'not the output of `tamis bench --json'],
      ['{', 'not the output of `tamis bench --json'],
    ] as const) {
      writeFileSync(join(cwd, 'before.json'), text);
      const refused = await runTamisInProcess([...args, '--against', 'before.json'], cwd);
      expect([refused.code, refused.out, refused.err]).toEqual([3, '', expect.stringContaining(said)]);
    }
  });

  test('reports errors in the command line', async () => {
    const cwd = createFolder(files);
    const checkRefused = async (args: readonly string[], code: number, said: string) => {
      const finished = await runTamisInProcess(['bench', ...args], cwd);
      expect({ args, code: finished.code, out: finished.out }).toEqual({ args, code, out: '' });
      expect(finished.err).toContain(said);
    };
    await checkRefused(['--duration', 'long'], 2, '--duration is a time such as 20s');
    await checkRefused(['--workers', '0'], 2, '--workers takes numbers');
    await checkRefused(['--seed', 'x'], 2, '--seed is a number');
    await checkRefused(['--events', 'none.jsonl'], 3, 'none.jsonl: no such file or directory');
    await checkRefused(['none.rules'], 3, 'none.rules: no such file or directory');
  });
});
