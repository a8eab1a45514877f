import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { runCli } from '../../src/run-cli.js';

/** The bundled modules, which the jest set-up updates: reading the separate modules takes three times as long. */
const main = join(__dirname, '../../dist/bundle/main.mjs');

export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

interface RunOptions {
  readonly cwd?: string;
  readonly input?: string | Buffer;
  readonly env?: Readonly<Record<string, string>>;
  /** Whether the permissions of files apply, which they do not for an administrator. */
  readonly isUnprivileged?: true;
}

const nobody = 65_534;

const environment = (more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => {
  const { NO_COLOR: _plain, ...rest } = process.env;
  return { ...rest, ...more };
};

/** Executes the built program in a separate process. */
export function runTamis(args: readonly string[], options: RunOptions = {}): CommandResult {
  const { cwd, input = '', env } = options;
  const user = options.isUnprivileged && process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd,
    input,
    env: environment(env),
    encoding: 'utf8',
    ...user,
  });
  return { code: status, out: stdout, err: stderr };
}

/** Executes the program in this process: nothing is started, so that it suits tables of many short calls. */
export async function runTamisInProcess(
  args: readonly string[],
  cwd: string,
  stop = new AbortController().signal,
): Promise<CommandResult> {
  const said = { out: '', err: '' };
  const code = await runCli(args, {
    cwd,
    args,
    env: {},
    configDirectory: join(cwd, '.config'),
    out: (text) => (said.out += text),
    err: (text) => (said.err += text),
    readStdin: () => Promise.resolve(Buffer.alloc(0)),
    color: false,
    isInteractive: false,
    isStdinTty: false,
    today: '2026-01-15',
    abortSignal: stop,
  });
  return { code, ...said };
}

/** Starts a process that continues; `until` waits for a text in its output since the last call. */
export function startTamis(args: readonly string[], cwd: string) {
  const child = spawn(process.execPath, [main, ...args], { cwd, env: environment(), stdio: ['pipe', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  return {
    child,
    ended,
    async until(text: string): Promise<string> {
      const deadline = Date.now() + 60_000;
      while (!printed.includes(text)) {
        if (Date.now() > deadline) throw new Error(`no \`${text}\` in: ${printed}`);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      // The rest of the output is left for the next call.
      const end = printed.indexOf(text) + text.length;
      const seen = printed.slice(0, end);
      printed = printed.slice(end);
      return seen;
    },
  };
}

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Creates a folder with these files, which exists until the tests of a file have ended. */
export function createFolder(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'tamis-cli-'));
  folders.push(folder);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

export const good = `language 1

rule large {
  on transaction
  when transaction.amount >= 10 USD

  test "edges" {
    when transaction { }
    vary transaction.amount {
      9.99 USD: no hit,
      10 USD: hit,
    }
  }
}
`;

export const wrongField = good.replace('transaction.amount >=', 'transaction.amuont >=');
export const failing = good.replace('>=', '>');
