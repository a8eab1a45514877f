import { didYouMean, type DiagnosticCode, diagnosticCodes, shortenExample } from '@tamis/lang';
import { allLints, checkInput } from '../check-input.js';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { painter } from '../output/paint.js';
import { printFrames } from '../output/print-frames.js';
import { printJson } from '../output/print-json.js';
import { runRuleTests, testDiagnosticCodes } from '@tamis/authoring/rule-tests';

/** All codes that a command can print, ordered by number. */
const allDiagnosticCodes: readonly DiagnosticCode[] = [...diagnosticCodes, ...testDiagnosticCodes].sort((a, b) =>
  a.code < b.code ? -1 : 1,
);

/** Returns a code with an example that is short enough to read. */
const asRead = (code: DiagnosticCode): DiagnosticCode => ({ ...code, example: shortenExample(code) });

const indented = (text: string): string =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}\n`)
    .join('');

/** Prints the diagnostic of the code for its own wrong example. */
async function printWrong({ code, example }: DiagnosticCode, io: CliIo): Promise<void> {
  const input = { name: 'wrong.rules', path: null, text: example.wrong };
  const { diagnostics } = await checkInput(input, io, allLints(io));
  const run = runRuleTests(example.wrong);
  const ofTests = [...run.boundaries, ...run.results.flatMap((result) => result.diagnostics)];
  const all = [...ofTests, ...diagnostics];
  printFrames(all.filter((diagnostic) => diagnostic.code === code).slice(0, 1), input, io);
}

export async function explainCode(name: string, json: boolean, io: CliIo): Promise<ExitCode> {
  const wanted = name.toUpperCase();
  const found = allDiagnosticCodes.find(({ code }) => code === wanted);
  if (!found) {
    const [best] = didYouMean(
      wanted,
      allDiagnosticCodes.map(({ code }) => code),
    );
    io.err(`tamis: unknown code \`${name}\`${best === undefined ? '' : `: did you mean \`${best}\`?`}\n`);
    return exitCodes.usage;
  }
  if (json) {
    printJson(asRead(found), io);
    return exitCodes.ok;
  }
  const paint = painter(io.color);
  const { example } = asRead(found);
  io.out(`${paint('bold', `${found.severity}[${found.code}]: ${found.title}`)}\n`);
  if (found.reason !== undefined) io.out(`\n${found.reason}\n`);
  io.out(`\n${paint('red', 'wrong')}\n${indented(example.wrong)}\n`);
  await printWrong(found, io);
  io.out(`${paint('green', 'right')}\n${indented(example.right)}`);
  return exitCodes.ok;
}

export function listCodes(json: boolean, io: CliIo): ExitCode {
  if (json) printJson(allDiagnosticCodes.map(asRead), io);
  else for (const { code, severity, title } of allDiagnosticCodes) io.out(`${code}  ${severity.padEnd(7)}  ${title}\n`);
  return exitCodes.ok;
}
