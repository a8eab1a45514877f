import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { good } from './support/run-tamis.js';

const cli = join(__dirname, '..');
const bin = join(cli, 'bin/tamis.mjs');
const bundled = join(cli, 'dist/bundle/main.mjs');

const node = (args: readonly string[], input = ''): { code: number | null; out: string; err: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { input, encoding: 'utf8' });
  return { code: status, out: stdout, err: stderr };
};

/** The files that are read before a command is known. */
function readAtStart(file: string, found = new Set<string>()): ReadonlySet<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*"(\.[^"]+)"/g))
    readAtStart(join(dirname(file), name), found);
  return found;
}

describe('the bundled command line', () => {
  beforeAll(() => {
    expect(node([join(cli, 'bundle/bundle-cli.mjs')])).toMatchObject({ code: 0, err: '' });
  }, 120_000);

  it('says and does the same as the modules it was made from', () => {
    const commands = [['--version'], ['check', '-'], ['fmt', '-'], ['convert', '-'], ['explain', '-']];
    for (const command of commands)
      expect(node([bundled, ...command], good)).toEqual(node([join(cli, 'dist/main.js'), ...command], good));
    expect(node([bundled, 'test', '-'], good)).toMatchObject({ code: 0, err: '' });
  }, 120_000);

  it('reads nothing of the language before it knows the command', () => {
    const files = [...readAtStart(bundled)];
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(readFileSync(file, 'utf8')).not.toContain('performSelfAnalysis');
  });

  it('is what `tamis` runs', () => {
    expect(node([bin, 'lint', '--explain', 'W1302'])).toMatchObject({ code: 0, err: '' });
  });
});
