import { printFile, ruleFile, type FileDeclaration, type RuleFile } from '@tamis/lang';
import { failure, ok, type Result } from '@tamis/stdx';
import { checkInput, countOf } from '../check-input.js';
import type { CliIo } from '../cli-io.js';
import { importedFiles } from '../input/imported-files.js';
import { printProblems, readInputs } from '../input/read-inputs.js';
import { printFrames } from '../output/print-frames.js';
import { failureProblem, findingsProblem, type Problem } from '../problem.js';

/**
 * Returns the declarations of several files as they can be in one: names that files declare alike only once. Fails for a name that two files
 * give different meanings.
 */
function joinDeclarations(files: ReadonlyMap<string, RuleFile>): Result<readonly FileDeclaration[], Problem> {
  const declared = new Map<string, { readonly text: string; readonly from: string }>();
  const joined: FileDeclaration[] = [];
  for (const [from, { declarations }] of files)
    for (const declaration of declarations) {
      if (declaration.kind === 'importDeclaration') continue;
      if (!('name' in declaration)) {
        joined.push(declaration);
        continue;
      }
      const name = declaration.name.text;
      const text = printFile(ruleFile(null, [declaration]));
      const earlier = declared.get(name);
      if (!earlier) {
        declared.set(name, { text, from });
        joined.push(declaration);
      } else if (earlier.text !== text)
        return failure(
          findingsProblem(
            `\`${name}\` has different meanings in ${earlier.from} and ${from}: ` +
              'name only the files that you changed; the other rules stay as they are on the server',
          ),
        );
    }
  return ok(joined);
}

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
  const declarations = joinDeclarations(files);
  return declarations.ok ? ok(printFile(ruleFile(null, declarations.value))) : declarations;
}
