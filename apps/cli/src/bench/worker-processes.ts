import { failure, ok, type Result } from '@tamis/stdx';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { CliIo } from '../cli-io.js';
import { failed, type Problem } from '../problem.js';
import type { Measured } from './measure-work.js';

/** What a worker says when it may begin. */
export const readyLine = 'ready';

/** One process after the other gets ready; then all measure at once. */
export async function measureInProcesses(
  args: readonly string[],
  workers: number,
  io: CliIo,
): Promise<Result<readonly Measured[], Problem>> {
  const program = process.argv[1] as string;
  const children = Array.from({ length: workers }, () =>
    spawn(process.execPath, [program, ...args], { cwd: io.cwd, stdio: ['pipe', 'pipe', 'inherit'] }),
  );
  const stop = (): void => children.forEach((child) => child.kill());
  io.stop.addEventListener('abort', stop);
  try {
    const outputs = children.map(({ stdout }) => stdout.setEncoding('utf8').iterator({ destroyOnReturn: false }));
    const readNext = async (index: number): Promise<string> => {
      let text = '';
      for (;;) {
        const { value, done } = await (outputs[index] as AsyncIterator<string>).next();
        if (done) return text;
        text += value;
        if (text.endsWith('\n')) return text;
      }
    };
    const first = await Promise.all(children.map((_, index) => readNext(index)));
    if (first.some((text) => text.trim() !== readyLine)) return failure(failed('a worker did not start'));
    for (const { stdin } of children) stdin.end('go\n');
    const results = await Promise.all(children.map((_, index) => readNext(index)));
    await Promise.all(children.map((child) => (child.exitCode === null ? once(child, 'exit') : null)));
    return ok(results.map((text) => JSON.parse(text) as Measured));
  } finally {
    io.stop.removeEventListener('abort', stop);
    stop();
  }
}
