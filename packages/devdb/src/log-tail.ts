import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

import { limits } from './limits.js';

/** The last lines of the server log, or a note that there are none. */
export function logTail(file: string): string {
  let text = '';
  try {
    const fd = openSync(file, 'r');
    try {
      const { size } = fstatSync(fd);
      const buffer = Buffer.alloc(Math.min(size, limits.logTailBytes));
      readSync(fd, buffer, 0, buffer.length, size - buffer.length);
      text = buffer.toString('utf8').trimEnd();
    } finally {
      closeSync(fd);
    }
  } catch {
    // No log is as good as an empty one here.
  }
  return text === '' ? '(the server log is empty)' : text.split('\n').slice(-limits.logTailLines).join('\n');
}
