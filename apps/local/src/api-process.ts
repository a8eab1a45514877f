import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import getPort, { portNumbers } from 'get-port';

const builtPath = (file: string): string => fileURLToPath(new URL(`../../api/dist/${file}`, import.meta.url));

/** A running API server in a process of its own. */
export interface ApiProcess {
  readonly url: string;
  /** Resolves with the exit code when the process ends, whoever ended it. */
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
}

const stopGraceMs = 20_000;

/** Megabytes: what payments under way need fits, so that collecting garbage copies little of it. Twice what Node.js gives. */
const youngGeneration = '--max-semi-space-size=32';

/** Megabytes of old objects before which they are not collected: to mark them takes a processor for a tenth of a second and more. */
const oldGeneration = '--initial-old-space-size=192';

/** Threads that collect garbage beside the server: more of them than processors keep everybody waiting who asks meanwhile. */
const collectors = `--v8-pool-size=${Math.min(4, Math.max(1, availableParallelism() - 1))}`;

/** Starts the API and waits until it listens. `PORT` is a wish: the next free port is taken when it is not free. */
export async function startApi(environment: NodeJS.ProcessEnv): Promise<ApiProcess> {
  const wish = Number(environment['PORT'] ?? 3000);
  const host = environment['HOST'] ?? '127.0.0.1';
  const port = await getPort({ host, port: portNumbers(wish, Math.min(wish + 99, 65_535)) });
  const child = fork(builtPath('main.js'), [], {
    execArgv: [...process.execArgv, youngGeneration, oldGeneration, collectors],
    // A line for each of 10,000 payments would bury what this program prints.
    env: { LOG: 'error', ...environment, PORT: String(port), HOST: host },
    stdio: 'inherit',
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  const url = await Promise.race([
    listening(child),
    ended.then((code) => {
      throw new Error(`the API ended while starting (exit code ${code ?? 'none'}); its messages stand above`);
    }),
  ]);
  return { url, ended, stop: () => stop(child, ended) };
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.on('message', (message: { type?: string; url?: string }) => {
      if (message.type === 'listening' && message.url) resolve(message.url);
    });
  });
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), stopGraceMs);
  await ended;
  clearTimeout(timer);
}

/** Runs one administration command of the API and returns what it printed. Its error output goes to ours. */
export async function administrate(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn(process.execPath, [builtPath('main.admin.js'), ...args], {
    env: environment,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed += chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`\`${args[0] ?? ''}\` failed; its messages stand above`);
  return printed;
}
