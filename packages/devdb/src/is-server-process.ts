import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { processStamp } from './process-stamp.js';

/**
 * Whether process `pid` is the living PostgreSQL server of `dataDir`. A pid file left by a crash may contain the number of a process that
 * now belongs to somebody else, so the command line decides. Unlike the path of the executable, it is readable regardless of the user that
 * runs the server, and it is empty for a zombie.
 */
export function isServerProcess(pid: number, dataDir: string): boolean {
  if (processStamp(pid) === undefined) return false;
  if (process.platform === 'linux') return isServerCommand(linuxArguments(pid), dataDir);
  if (process.platform === 'win32') return windowsImage(pid) === 'postgres.exe';
  const line = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  return /(^|\/)postgres /.test(line) && line.includes(` -D ${dataDir} `);
}

function linuxArguments(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

function isServerCommand(argv: readonly string[], dataDir: string): boolean {
  return path.basename(argv[0] ?? '') === 'postgres' && argv[argv.indexOf('-D') + 1] === dataDir;
}

function windowsImage(pid: number): string {
  const { stdout } = spawnSync('tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], { encoding: 'utf8' });
  return /^"([^"]+)"/.exec(stdout.trim())?.[1]?.toLowerCase() ?? '';
}
