import { homedir } from 'node:os';
import { join } from 'node:path';
import { isatty } from 'node:tty';
import type { CliIo } from './cli-io.js';
import { exitCodes } from './exit-codes.js';

async function readStdin(maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

/** No colour in pipes, nor if the user disabled it (https://no-color.org). */
function wantsColor(args: readonly string[]): boolean {
  if (args.includes('--no-color')) return false;
  if (args.includes('--color')) return true;
  const asked = process.env['NO_COLOR'];
  return isatty(1) && (asked === undefined || asked === '') && process.env['TERM'] !== 'dumb';
}

/** Returns the terminal or pipes that this process was started with. */
export function processIo(): CliIo {
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort());
  // `tamis check | head` ends early, which is not a failure.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? exitCodes.ok : exitCodes.failure);
  });
  return {
    cwd: process.cwd(),
    args: process.argv.slice(2),
    env: process.env,
    configDirectory: join(process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'tamis'),
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    readStdin,
    color: wantsColor(process.argv),
    isInteractive: isatty(2) && process.env['TERM'] !== 'dumb',
    isStdinTty: isatty(0),
    today: new Date().toISOString().slice(0, 10),
    abortSignal: stopping.signal,
  };
}
