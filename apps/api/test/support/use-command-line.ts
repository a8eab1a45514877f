import { spawn } from 'node:child_process';
import { join } from 'node:path';

const main = join(__dirname, '../../../cli/bin/tamis.mjs');

interface Finished {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs commands in a folder, which also contains their credentials. */
export function useCommandLine(home: () => string) {
  /** The server runs in this process, so the program runs in a separate one. */
  const start = (args: readonly string[], env: Readonly<Record<string, string>> = {}, input = '') => {
    const own = { PATH: process.env['PATH'], XDG_CONFIG_HOME: home(), ...env };
    const child = spawn(process.execPath, [main, ...args], { cwd: home(), env: own, stdio: 'pipe' });
    const said = { out: '', err: '' };
    child.stdout.on('data', (chunk: Buffer) => (said.out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (said.err += chunk.toString()));
    child.stdin.end(input);
    const finished = new Promise<Finished>((resolve) => child.on('close', (code) => resolve({ code, ...said })));
    return { child, finished };
  };
  const tamis = (...of: Parameters<typeof start>): Promise<Finished> => start(...of).finished;
  const done = async (...args: readonly string[]): Promise<string> => {
    const { code, out, err } = await tamis(args);
    expect({ args, code, err }).toEqual({ args, code: 0, err: '' });
    return out;
  };
  const checkRefused = async (
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    code: number,
    said: string,
  ): Promise<void> => {
    const finished = await tamis(args, env);
    expect({ args, code: finished.code, out: finished.out }).toEqual({ args, code, out: '' });
    expect(finished.err).toContain(said);
  };
  return { start, tamis, done, checkRefused };
}
