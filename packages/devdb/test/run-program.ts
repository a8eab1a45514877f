import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

import type { DevDbOptions } from '../src/dev-db.js';

/** First output of the started program: a server, or why there is none. */
export interface Said {
  port?: number;
  adopted?: boolean;
  url?: string;
  code?: string;
  message?: string;
}

export interface RunningProgram {
  child: ChildProcess;
  /** Its first line. Rejects if it ends without one. */
  said: Promise<Said>;
  ended: Promise<void>;
}

/** Runs a copied program with these options as the leader of its own process group, like a job of a shell. */
export function runProgram(
  program: string,
  options: DevDbOptions,
  as: { uid?: number; gid?: number; env?: NodeJS.ProcessEnv } = {},
): RunningProgram {
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    ...as,
    cwd: '/',
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  const ended = new Promise<void>((resolve) =>
    child.once('close', () => {
      resolve();
    }),
  );
  const lines = createInterface({ input: child.stdout });
  const said = new Promise<Said>((resolve, reject) => {
    lines.once('line', (line) => {
      resolve(JSON.parse(line) as Said);
    });
    void ended.then(() => {
      reject(new Error(`the program said nothing: ${errors}`));
    });
  });
  said.catch(() => undefined);
  return { child, said, ended };
}
