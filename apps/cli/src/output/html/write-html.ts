import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CliIo } from '../../cli-io.js';
import { failureReason } from '../../input/find-files.js';
import { failureProblem, type Problem } from '../../problem.js';

/** Writes a page. Returns `null` on success. */
export function writeHtml(page: string, text: string, io: CliIo): Problem | null {
  try {
    writeFileSync(resolve(io.cwd, page), text);
    io.err(`wrote ${page}\n`);
    return null;
  } catch (error) {
    return failureProblem(`${page}: ${failureReason(error)}`);
  }
}
