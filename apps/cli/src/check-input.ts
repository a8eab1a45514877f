import {
  checkFiles,
  limits,
  readRules,
  type Diagnostic,
  type LintOptions,
  type RuleFile,
  type SetCheckResult,
} from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';
import type { CliIo } from './cli-io.js';
import { importedFiles, importErrors } from './input/imported-files.js';
import { projectCurrencies } from './input/project-settings.js';
import type { InputFile } from './input/read-inputs.js';

/** An input that was read and checked, together with its imports. */
export interface CheckedInput {
  readonly input: InputFile;
  readonly file: RuleFile;
  readonly checked: SetCheckResult;
  /** Diagnostics of the input alone, in source order. */
  readonly diagnostics: readonly Diagnostic[];
}

const bySource = (a: Diagnostic, b: Diagnostic): number =>
  a.range && b.range ? a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character : 0;

/** Everything that an author is told, as of `today`. */
export const allLints = ({ today }: CliIo): LintOptions => ({ pragma: true, analysis: true, governance: true, today });

/** Reads and checks one file without a server. Lists, users and teams are assumed to exist. */
export async function checkInput(input: InputFile, io: CliIo, lints: LintOptions = {}): Promise<CheckedInput> {
  const read = readRules(input.text);
  const name = input.name.replaceAll('\\', '/');
  const shared = await importedFiles(input, read.file, io);
  // Names in a file without rules are meant for other files.
  const isShared = read.file.rules.length === 0 && read.file.tests.length === 0;
  const checked = checkFiles([{ name, file: read.file, source: input.text, shared: isShared }, ...shared], {
    catalogue: libraryCatalogue,
    currencies: projectCurrencies(io),
    lints,
  });
  const imported = shared.map((each) => ({
    name: each.name,
    diagnostics: [...each.diagnostics, ...(checked.diagnostics.get(each.name) ?? [])],
  }));
  const own = [...read.diagnostics, ...(checked.diagnostics.get(name) ?? [])];
  const diagnostics = [...own, ...importErrors(input, read.file, imported)]
    .sort(bySource)
    .slice(0, limits.diagnosticsPerFile);
  return { input, file: read.file, checked, diagnostics };
}

export const countOf = (diagnostics: readonly Diagnostic[], severity: Diagnostic['severity']): number =>
  diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
