import { planReport } from '@tamis/engine';
import { checkInput, countOf, type CheckedInput } from '../check-input.js';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { projectSettings } from '../input/project-settings.js';
import { printProblems, readInputs } from '../input/read-inputs.js';
import { printFrames } from '../output/print-frames.js';
import { printJson } from '../output/print-json.js';
import { printPlan } from '../output/print-plan.js';
import { draftSet } from './draft-set.js';

/** Plans the rules of all files as one set; reports and excludes rules with errors. */
export async function planEvaluation(files: readonly string[], json: boolean, io: CliIo): Promise<ExitCode> {
  const inputs = await readInputs(files, io);
  const checked: CheckedInput[] = [];
  for (const input of inputs.files) checked.push(await checkInput(input, io));
  const drafts = checked.flatMap(({ file, checked: { rules } }) => {
    const lists = file.lists.map(({ name }) => name.text);
    // The plan treats all rules as if one evaluation executed all matrices, and the rules in none.
    return rules.map((rule) => ({ rule: { ...rule, matrices: [] }, lists }));
  });
  const set = draftSet(drafts, projectSettings(io));
  // The version of a set that was never published has no meaning.
  const { version: _version, ...report } = planReport(set);
  const needs = set.factNeeds();
  if (json) printJson({ ...report, fetched: needs }, io);
  else if (drafts.length > 0) printPlan(report, needs, io);
  for (const { diagnostics, input } of checked)
    printFrames(
      diagnostics.filter(({ severity }) => severity === 'error'),
      input,
      { ...io, out: io.err },
    );
  printProblems(inputs, io);
  if (inputs.problems.length > 0) return exitCodes.failure;
  return checked.some(({ diagnostics }) => countOf(diagnostics, 'error') > 0) ? exitCodes.findings : exitCodes.ok;
}
