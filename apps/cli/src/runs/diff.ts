import { readRules } from '@tamis/lang';
import type { CliIo } from '../cli-io.js';
import { describeFiles, type RuleDifference } from '../describe-files.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { printProblems, readInputs } from '../input/read-inputs.js';
import { painter } from '../output/paint.js';
import { printFrames } from '../output/print-frames.js';
import { printJson } from '../output/print-json.js';

const signs = { added: '+', removed: '-', changed: '~' } as const;
const styles = { added: 'green', removed: 'red', changed: 'yellow' } as const;

function print(differences: readonly RuleDifference[], same: number, io: CliIo): void {
  const paint = painter(io.color);
  for (const { rule, change, words } of differences) {
    io.out(`${paint(styles[change], `${signs[change]} ${rule}`)}${change === 'changed' ? '' : `  ${change}`}\n`);
    for (const each of words) io.out(`    ${each}\n`);
  }
  io.out(`= ${same} unchanged\n`);
}

export async function diff(before: string, after: string, json: boolean, io: CliIo): Promise<ExitCode> {
  if (before === '-' && after === '-') {
    io.err('tamis: only one side can be standard input\n');
    return exitCodes.usage;
  }
  const sides = [await readInputs([before], io), await readInputs([after], io)];
  for (const side of sides) printProblems(side, io);
  if (sides.some(({ problems }) => problems.length > 0)) return exitCodes.failure;
  const read = sides.map(({ files }) => files.map((input) => ({ input, ...readRules(input.text) })));
  const errors = { ...io, out: io.err };
  let isBroken = false;
  for (const { input, diagnostics } of read.flat()) {
    const found = diagnostics.filter(({ severity }) => severity === 'error');
    isBroken ||= found.length > 0;
    printFrames(found, input, errors);
  }
  if (isBroken) return exitCodes.failure;
  const [old = [], now = []] = read.map((side) => side.map(({ file }) => file));
  const { differences, same } = describeFiles(old, now);
  if (json) printJson({ differences, same }, io);
  else print(differences, same, io);
  return differences.length > 0 ? exitCodes.findings : exitCodes.ok;
}
