import type { RuleContent, RuleSetContent } from '@tamis/engine';
import {
  usedNames,
  printFile,
  ruleFile,
  type CheckedMatrix,
  type FileDeclaration,
  type RuleDeclaration,
} from '@tamis/lang';
import { matrixContents } from '@tamis/authoring/rule-tests';
import { checkInput, countOf } from '../check-input.js';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { printFrames } from '../output/print-frames.js';
import { importedFiles } from '../input/imported-files.js';
import type { ProjectSettings } from '../input/project-settings.js';
import { printProblems, readInputs, type InputFile } from '../input/read-inputs.js';

const named: ReadonlySet<string> = new Set([
  'listDeclaration',
  'constDeclaration',
  'paramDeclaration',
  'defineDeclaration',
]);

const isNamed = ({ kind }: FileDeclaration): boolean => named.has(kind);

interface ReadFile {
  readonly rules: readonly string[];
  readonly lists: RuleSetContent['lists'];
  readonly matrices: readonly CheckedMatrix[];
  readonly matrixKeys: readonly string[];
}

/** Each rule of a file with the declarations it may name; null: it has errors, which are printed. */
async function readFile(input: InputFile, io: CliIo): Promise<ReadFile | null> {
  const { file, checked, diagnostics } = await checkInput(input, io);
  if (countOf(diagnostics, 'error') > 0) {
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    printFrames(errors, input, { ...io, out: io.err });
    return null;
  }
  const shared = await importedFiles(input, file, io);
  const declarations = [file, ...shared.map((each) => each.file)].flatMap((each) => each.declarations.filter(isNamed));
  const lists = declarations.flatMap((each) => (each.kind === 'listDeclaration' ? [each] : []));
  const byName = new Map(declarations.flatMap((each) => ('name' in each ? [[each.name.text, each] as const] : [])));
  // What a rule does not name is no part of it: another value there makes no other rule.
  const usedBy = (rule: RuleDeclaration): readonly FileDeclaration[] => {
    const names = usedNames(rule, byName);
    return declarations.filter((each) => 'name' in each && names.has(each.name.text));
  };
  return {
    rules: file.rules.map((rule) => printFile(ruleFile(null, [...usedBy(rule), rule]))),
    // Without a server a list is taken at its word.
    lists: Object.fromEntries(
      lists.map(({ reference: { value }, type }) => [value, { id: value, name: value, type: type?.value ?? 'custom' }]),
    ),
    matrices: checked.matrices,
    matrixKeys: checked.rules.flatMap((rule) => rule.matrices),
  };
}

const contentOf = (source: string, index: number): RuleContent => ({
  ruleId: `rule-${index + 1}`,
  version: 1,
  status: 'active',
  source,
  externalId: null,
  // Rules of equal priority stand in the order of the text.
  createdAt: new Date(index).toISOString(),
});

/** All rules of some files as one set, of which runs execute every matrix. An exit code: why there is none, which is printed. */
export async function readRuleSet(
  args: readonly string[],
  settings: ProjectSettings,
  io: CliIo,
): Promise<RuleSetContent | ExitCode> {
  const inputs = await readInputs(args, io);
  printProblems(inputs, io);
  if (inputs.problems.length > 0) return exitCodes.failure;
  const files: (ReadFile | null)[] = [];
  for (const input of inputs.files) files.push(await readFile(input, io));
  const read = files.filter((each) => each !== null);
  if (read.length < files.length) return exitCodes.findings;
  const keys = [...new Set(read.flatMap(({ matrixKeys }) => matrixKeys))];
  return {
    rules: read.flatMap(({ rules }) => rules).map(contentOf),
    lists: Object.assign({}, ...read.map(({ lists }) => lists)) as RuleSetContent['lists'],
    ...settings,
    matrices: matrixContents(
      keys,
      read.flatMap(({ matrices }) => matrices),
    ),
    ...(keys.length > 0
      ? { defaultMatrices: { transaction: keys, person: keys, company: keys, userEvent: keys } }
      : {}),
  };
}
