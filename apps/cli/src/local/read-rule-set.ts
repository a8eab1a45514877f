import { ruleSetOfFiles, type CheckedFile } from '@tamis/authoring/rule-tests';
import type { RuleSetContent } from '@tamis/engine';
import { checkInput, countOf } from '../check-input.js';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { printFrames } from '../output/print-frames.js';
import { importedFiles } from '../input/imported-files.js';
import type { ProjectSettings } from '../input/project-settings.js';
import { printProblems, readInputs, type InputFile } from '../input/read-inputs.js';

/** Returns a file with its imports, or `null` if it has errors, which are printed. */
async function readFile(input: InputFile, io: CliIo): Promise<CheckedFile | null> {
  const { file, checked, diagnostics } = await checkInput(input, io);
  if (countOf(diagnostics, 'error') > 0) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    printFrames(errors, input, { ...io, out: io.err });
    return null;
  }
  const shared = await importedFiles(input, file, io);
  return { file, checked, shared: shared.map((each) => each.file) };
}

/**
 * Returns all rules of some files as one set, in which evaluations compute every matrix. If there is none, prints the reason and returns an
 * exit code.
 */
export async function readRuleSet(
  args: readonly string[],
  settings: ProjectSettings,
  io: CliIo,
): Promise<RuleSetContent | ExitCode> {
  const inputs = await readInputs(args, io);
  printProblems(inputs, io);
  if (inputs.problems.length > 0) return exitCodes.failure;
  const files: (CheckedFile | null)[] = [];
  for (const input of inputs.files) files.push(await readFile(input, io));
  const read = files.filter((each) => each !== null);
  return read.length < files.length ? exitCodes.findings : ruleSetOfFiles(read, settings);
}
