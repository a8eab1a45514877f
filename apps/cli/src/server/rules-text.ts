import { printFile, ruleFile, type RuleFile } from '@tamis/lang';
import { failure, ok, type Result } from '@tamis/stdx';
import { checkInput, countOf } from '../check-input.js';
import type { CliIo } from '../cli-io.js';
import { importedFiles } from '../input/imported-files.js';
import { printProblems, readInputs } from '../input/read-inputs.js';
import { printFrames } from '../output/print-frames.js';
import { failureProblem, findingsProblem, type Problem } from '../problem.js';

/** Returns files, including their imports, as one text; prints and refuses rules with errors. */
export async function rulesText(args: readonly string[], io: CliIo): Promise<Result<string, Problem>> {
  const inputs = await readInputs(args, io);
  printProblems(inputs, io);
  if (inputs.problems.length > 0) return failure(failureProblem(''));
  let isBroken = false;
  const files = new Map<string, RuleFile>();
  for (const input of inputs.files) {
    const { file, diagnostics } = await checkInput(input, io);
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    printFrames(errors, input, { ...io, out: io.err });
    isBroken ||= countOf(diagnostics, 'error') > 0;
    files.set(input.name.replaceAll('\\', '/'), file);
    for (const { name, file: imported } of await importedFiles(input, file, io)) files.set(name, imported);
  }
  if (isBroken) return failure(findingsProblem(''));
  const declarations = [...files.values()].flatMap((file) => file.declarations);
  return ok(
    printFile(
      ruleFile(
        null,
        declarations.filter(({ kind }) => kind !== 'importDeclaration'),
      ),
    ),
  );
}
