import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, chownSync, constants, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Folders where system packages install servers, which are not in everybody's PATH. */
const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin'];

/** Returns `null` if it is not installed. */
export function findProgram(name: string): string | null {
  for (const folder of folders) {
    const file = path.join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}

/** The account nobody, because servers refuse to run as root. */
const nobody = { uid: 65_534, gid: 65_534 };

/** A server from a system package, with its files in a separate folder. */
export interface SystemServer {
  readonly port: number;
  /** Kills it as a power cut would. */
  kill(): Promise<void>;
  /** Starts it again on the same port. */
  restart(): Promise<void>;
  /** Stops it and removes its files. */
  stop(): Promise<void>;
}

export interface SystemProgram {
  readonly name: string;
  readonly port: number;
  readonly argumentsOf: (folder: string) => readonly string[];
  /** Contents by file name. */
  readonly files: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts a program and waits until its port accepts connections. Throws with its output if it ends before. */
export async function startProgram({
  name,
  port,
  argumentsOf,
  files,
  environment = {},
}: SystemProgram): Promise<SystemServer> {
  const program = findProgram(name);
  if (program === null) throw new Error(`${name} is not installed`);
  const folder = mkdtempSync(path.join(tmpdir(), `tamis-${name}-`));
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text, { mode: 0o600 });
  const isRoot = process.getuid?.() === 0;
  if (isRoot)
    for (const each of ['', ...readdirSync(folder)]) chownSync(path.join(folder, each), nobody.uid, nobody.gid);
  const start = async (): Promise<ChildProcess> => {
    const child = spawn(program, argumentsOf(folder), {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(isRoot && nobody),
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4_000)));
    while (!(await takesConnections(port))) {
      if (child.exitCode !== null) throw new Error(`${name} ended while it started:\n${said}`);
      await sleep(20);
    }
    return child;
  };
  let child = await start();
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  };
  return {
    port,
    kill,
    restart: async () => {
      await kill();
      child = await start();
    },
    stop: async () => {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function takesConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const answer = (takes: boolean): void => {
      socket.destroy();
      resolve(takes);
    };
    socket.once('connect', () => answer(true)).once('error', () => answer(false));
  });
}
