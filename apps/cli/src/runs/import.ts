import {
  importGoRules,
  importJsonLogic,
  importJsonRulesEngine,
  importRadar,
  type ImportResult,
  type ImportOptions,
} from '@tamis/authoring/importers';
import { readExpression } from '@tamis/lang';
import { failure, isObject, ok, type Result } from '@tamis/stdx';
import type { CliIo } from '../cli-io.js';
import { exitCodes, type ExitCode } from '../exit-codes.js';
import { parseJson } from '../input/json-text.js';
import { readInputs } from '../input/read-inputs.js';
import { printJson } from '../output/print-json.js';
import { plural } from '../output/plural.js';
import { failureProblem, printProblem, usageProblem, type Problem } from '../problem.js';

export type ImportFormat = 'radar' | 'json-rules-engine' | 'json-logic' | 'gorules';

export interface ImportFlags {
  readonly map?: string;
  readonly below: string;
  readonly json?: true;
}

type Import = (text: string, options: ImportOptions) => ImportResult;

const importers: Readonly<Record<ImportFormat, Import>> = {
  radar: importRadar,
  'json-rules-engine': (text, options) => importJsonRulesEngine(parseJson(text), options),
  'json-logic': (text, options) => importJsonLogic(parseJson(text), options),
  gorules: (text, options) => importGoRules(parseJson(text), options),
};

async function textOf(name: string, io: CliIo): Promise<Result<string, Problem>> {
  const { files, problems } = await readInputs([name], io);
  const [file] = files;
  return file ? ok(file.text) : failure(failureProblem(problems.join('; ')));
}

const isPath = (text: string): boolean => readExpression(text).expression?.kind === 'path';

/** Reads the fields of `--map`: an object of paths. */
async function fieldsOf(name: string, io: CliIo): Promise<Result<Readonly<Record<string, string>>, Problem>> {
  const text = await textOf(name, io);
  if (!text.ok) return text;
  try {
    const read = parseJson(text.value);
    const entries = isObject(read) ? Object.entries(read) : null;
    const wrong = entries?.find(([, path]) => typeof path !== 'string' || !isPath(path));
    if (entries && !wrong) return ok(Object.fromEntries(entries as [string, string][]));
    const which = wrong ? `\`${wrong[0]}\` is not a field path` : 'not an object';
    return failure(failureProblem(`${name}: ${which}; it takes {"age": "origin.ageYears"}`));
  } catch (error) {
    return failure(failureProblem(`${name}: not JSON: ${(error as Error).message}`));
  }
}

function print({ rules, refused }: ImportResult, file: string, flags: ImportFlags, io: CliIo): ExitCode {
  if (flags.json) printJson({ rules, refused }, io);
  else if (rules.length > 0) io.out(`language 1\n\n${rules.map(({ source }) => source).join('\n')}`);
  for (const { at, reason } of refused) io.err(`tamis: ${file}: ${at}: ${reason}\n`);
  if (refused.length > 0) io.err(`${plural(rules.length, 'rule')} imported, ${plural(refused.length, 'refusal')}\n`);
  return refused.length > 0 ? exitCodes.findings : exitCodes.ok;
}

/** Prints rules of another engine as rules of this language, and the constructs without an equivalent. */
export async function importRules(
  format: ImportFormat,
  file: string,
  flags: ImportFlags,
  io: CliIo,
): Promise<ExitCode> {
  if (!Object.hasOwn(importers, format))
    return printProblem(
      usageProblem(`a format must be one of ${Object.keys(importers).join(', ')}, not \`${format}\``),
      io,
    );
  const below = readExpression(flags.below).expression;
  if (below?.kind !== 'path') return printProblem(usageProblem(`--below takes a path, not \`${flags.below}\``), io);
  const fields = flags.map === undefined ? ok({}) : await fieldsOf(flags.map, io);
  if (!fields.ok) return printProblem(fields.error, io);
  const text = await textOf(file, io);
  if (!text.ok) return printProblem(text.error, io);
  try {
    const imported = importers[format](text.value, { fields: fields.value, defaultPath: below.steps });
    return print(imported, file, flags, io);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return printProblem(failureProblem(`${file}: not JSON: ${error.message}`), io);
  }
}
