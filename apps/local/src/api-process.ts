import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import getPort, { portNumbers } from 'get-port';

const builtPath = (file: string): string => fileURLToPath(new URL(`../../api/dist/${file}`, import.meta.url));

/** An API server running in a separate process. */
export interface ApiProcess {
  readonly url: string;
  /** Resolves with the exit code when the process ends, regardless of who ended it. */
  readonly ended: Promise<number | null>;
  stop(): Promise<void>;
}

const stopGraceMs = 20_000;

/**
 * Megabytes that hold everything payments in progress need, so that garbage collection copies little of it. Twice the default of Node.js.
 */
const youngGeneration = '--max-semi-space-size=32';

/** Megabytes of old objects before the first collection, because marking them takes a processor for a tenth of a second or more. */
const oldGeneration = '--initial-old-space-size=192';

/**
 * Threads that collect garbage in addition to the server. With more of them than processors, all concurrent requests would have to wait.
 */
const collectors = `--v8-pool-size=${Math.min(4, Math.max(1, availableParallelism() - 1))}`;

/** Starts the API and waits until it listens. `PORT` is only preferred: if it is not free, the next free port is taken. */
export async function startApi(environment: NodeJS.ProcessEnv): Promise<ApiProcess> {
  const wish = Number(environment['PORT'] ?? 3000);
  const host = environment['HOST'] ?? '127.0.0.1';
  const port = await getPort({ host, port: portNumbers(wish, Math.min(wish + 99, 65_535)) });
  const child = fork(builtPath('main.js'), [], {
    execArgv: [...process.execArgv, youngGeneration, oldGeneration, collectors],
    // One line for each of 10,000 payments would bury the output of this program.
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

/** Runs one administration command of the API and returns its output. Its error output is passed through. */
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
