import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = path.resolve(__dirname, '../..');

export interface Started {
  readonly process: ChildProcess;
  readonly exit: Promise<number | null>;
  output(): string;
  /** Resolves when the output matches. Throws with the output if the process ends first. */
  printed(pattern: RegExp): Promise<RegExpMatchArray>;
}

/** A home of `npm start` that is removed after the tests of the file, along with everything that runs there. */
export interface LocalHome {
  readonly home: string;
  /** Pid file of its database. */
  readonly pidFile: string;
  /** `npm start` without npm: the command of the script as a child process of the test. */
  readonly start: (...args: readonly string[]) => Started;
}

export function useLocalHome(): LocalHome {
  const home = mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'tamis-home-'));
  const pidFile = path.join(home, 'postgres/postmaster.pid');
  const running: ChildProcess[] = [];
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL');
    if (existsSync(pidFile)) process.kill(Number(readFileSync(pidFile, 'utf8').split('\n')[0]), 'SIGQUIT');
    rmSync(home, { recursive: true, force: true });
  });
  const start = (...args: readonly string[]): Started => {
    const started = startIn(home, args);
    running.push(started.process);
    return started;
  };
  return { home, pidFile, start };
}

function startIn(home: string, args: readonly string[]): Started {
  const { DATABASE_URL: _, npm_lifecycle_event: __, ...environment } = process.env;
  const child = spawn(process.execPath, [path.join(root, 'apps/local/dist/main.js'), ...args], {
    env: { ...environment, TAMIS_HOME: home, PORT: '3600' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
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

export const listening = /listens on (http:\/\/\S+)/;
