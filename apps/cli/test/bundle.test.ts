import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { good } from './support/run-tamis.js';

const cli = join(__dirname, '..');
const bin = join(cli, 'bin/tamis.mjs');
const bundled = join(cli, 'dist/bundle/main.mjs');

const node = (args: readonly string[], input = ''): { code: number | null; out: string; err: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input, encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
};

/** Returns the files that are read before a command is known. */
function readAtStart(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*"(\.[^"]+)"/g))
    readAtStart(join(dirname(file), name), found);
  return found;
}

describe('bundled command line', () => {
  beforeAll(() => {
    expect(node([join(cli, 'bundle/bundle-cli.mjs')])).toMatchObject({ code: 0, err: '' });
  });

  it('prints and does the same as the unbundled modules', () => {
    const commands = [['--version'], ['check', '-'], ['fmt', '-'], ['convert', '-'], ['explain', '-']];
    for (const command of commands)
      expect(node([bundled, ...command], good)).toEqual(node([join(cli, 'dist/main.js'), ...command], good));
    expect(node([bundled, 'test', '-'], good)).toMatchObject({ code: 0, err: '' });
  });

  it('replays a large file on several threads', () => {
    const folder = mkdtempSync(join(tmpdir(), 'tamis-threads-'));
    try {
      const [events, rules] = [join(folder, 'events.jsonl'), join(folder, 'large.rules')];
      const eventOf = (at: number): object => ({
        id: `t-${String(at)}`,
        amount: String(at),
        currency: 'USD',
        transactedAt: new Date(at * 60_000).toISOString(),
        description: ' '.repeat(20_000),
      });
      const lines = Array.from({ length: 900 }, (_, at) => JSON.stringify(eventOf(at)));
      writeFileSync(events, lines.join('\n'));
      writeFileSync(rules, 'rule large { on transaction when transaction.amount >= 500 USD then suggest FLAG }');
      const { code, out } = node([bundled, 'dry-run', '--local', events, rules, '--json']);
      expect(code).toBe(0);
      expect(JSON.parse(out)).toMatchObject({
        records: { replayed: 900 },
        candidates: [{ rules: [{ hits: { candidate: 400 } }] }],
      });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('loads no language code before it knows the command', () => {
    const files = [...readAtStart(bundled)];
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(readFileSync(file, 'utf8')).not.toContain('performSelfAnalysis');
  });

  it('is what the `tamis` command runs', () => {
    expect(node([bin, 'lint', '--explain', 'W1302'])).toMatchObject({ code: 0, err: '' });
  });
});
