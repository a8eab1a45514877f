import { checkFiles, type Diagnostic, formatRules, readRules } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { printProblems, readInputs, writeInput, type InputFile } from '../input/read-inputs.js';
import { plural } from '../output/plural.js';
import { printFrames } from '../output/print-frames.js';
import { printJson } from '../output/print-json.js';
import { printProblem, usageProblem } from '../problem.js';

export interface FmtFlags {
  readonly check?: true;
  readonly stdout?: true;
  readonly json?: true;
}

type FormatOutcome = 'same' | 'changed' | 'broken' | 'unwritten';

/** Returns the amounts whose zeros the formatter removes: afterwards nobody sees that thousands may have been meant. */
function doubtfulAmounts({ name, text }: InputFile): readonly Diagnostic[] {
  const { diagnostics } = checkFiles([{ name, file: readRules(text).file, source: text }], {
    catalogue: libraryCatalogue,
  });
  return diagnostics.get(name)!.filter(({ code }) => code === 'W1314');
}

function format(input: InputFile, flags: FmtFlags, io: CliIo): FormatOutcome {
  const { text, diagnostics } = formatRules(input.text);
  if (text === null) {
    printFrames(
      diagnostics.filter(({ severity }) => severity === 'error'),
      input,
      { ...io, out: io.err },
    );
    return 'broken';
  }
  const isSame = text === input.text;
  if (!isSame) printFrames(doubtfulAmounts(input), input, { ...io, out: io.err });
  if (!flags.check && (input.path === null || flags.stdout)) io.out(text);
  else if (!isSame) {
    const problem = flags.check ? null : writeInput(input, text);
    if (problem !== null) {
      io.err(`tamis: ${problem}\n`);
      return 'unwritten';
    }
    if (!flags.json) io.out(`${input.name}\n`);
  }
  return isSame ? 'same' : 'changed';
}

export async function fmt(args: readonly string[], flags: FmtFlags, io: CliIo): Promise<ExitCode> {
  const isText = flags.stdout === true || (args.includes('-') && !flags.check);
  if (flags.json && isText) return printProblem(usageProblem('--json tells of files; what is formatted is text'), io);
  const inputs = await readInputs(args, io);
  const done = inputs.files.map((input) => format(input, flags, io));
  const count = (what: FormatOutcome): number => done.filter((each) => each === what).length;
  printProblems(inputs, io);
  if (flags.json) {
    const names = (what: FormatOutcome): readonly string[] =>
      inputs.files.filter((_, at) => done[at] === what).map(({ name }) => name);
    const unwritten = names('unwritten');
    const more = unwritten.length > 0 ? { unwritten } : {};
    printJson({ changed: names('changed'), same: names('same'), broken: names('broken'), ...more }, io);
  }
  const [changed, broken] = [count('changed'), count('broken')];
  if (changed > 0) io.err(`${plural(changed, 'file')} ${flags.check ? 'not formatted' : 'formatted'}\n`);
  if (broken > 0) io.err(`${plural(broken, 'file')} left as ${broken === 1 ? 'it is' : 'they are'}: syntax errors\n`);
  if (inputs.problems.length > 0 || count('unwritten') > 0) return exitCodes.failure;
  return broken > 0 || (flags.check && changed > 0) ? exitCodes.findings : exitCodes.ok;
}
