import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import path from 'node:path';

import type { ServerAccount } from './server-account.js';
import { serverEnvironment } from './server-environment.js';

/** Starts a program of the server under its account, in a directory that every account may enter. */
export function spawnAs(
  account: ServerAccount,
  program: string,
  argv: readonly string[],
  options: { stdio: StdioOptions; detached?: boolean },
): ChildProcess {
  const [command = program, ...rest] = [...account.commandPrefix, program, ...argv];
  return spawn(command, rest, {
    uid: account.uid,
    gid: account.gid,
    cwd: path.parse(process.cwd()).root,
    env: serverEnvironment(),
    windowsHide: true,
    ...options,
  });
}
