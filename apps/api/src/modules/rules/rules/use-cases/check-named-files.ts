import {
  type AbsenceLint,
  checkFilesInSteps,
  type FileDeclaration,
  type ReadResult,
  ruleFile,
  type RuleFile,
  type SetCheckResult,
  type SourceFile,
} from '@tamis/lang';

import { checkedMatrix, disabledTriggers, type RiskMatrix } from '../../../decisions/rule-sets/index.js';
import { checkEnvironment, knowsParties } from '../domain/check-environment.js';
import { declarationName, type LibraryNames, parameterValues } from '../domain/library-names.js';
import type { NamedSource } from '../domain/rules-in-files.js';
import type { ListBindings } from './resolve-lists.js';
import { inTurns } from './in-turns.js';
import { findMatrixByKey } from './resolve-matrices.js';

export interface ParsedFile extends NamedSource, ReadResult {}

export interface CheckContext {
  readonly shared: LibraryNames;
  readonly matrices: readonly RiskMatrix[];
  readonly lists: ListBindings;
  /** In addition to those that apply to every organization. */
  readonly absences: AbsenceLint;
  /** Automations that rules may start. */
  readonly automations: ReadonlySet<string>;
  /** The organization's own currency codes. */
  readonly currencies: readonly string[];
}

/** Checks files that share one namespace with the names of the organization. */
export const checkNamedFiles = (
  files: readonly SourceFile[],
  { shared, matrices, lists, absences, automations, currencies }: CheckContext,
): Promise<SetCheckResult> =>
  inTurns(
    checkFilesInSteps([{ name: 'shared names', file: shared.file, shared: true }, ...files], {
      ...checkEnvironment,
      findParty: knowsParties(automations),
      absences: (rule, findings) => {
        checkEnvironment.absences?.(rule, findings);
        absences(rule, findings);
      },
      findList: (reference) => (Object.hasOwn(lists, reference) ? lists[reference]! : null),
      findMatrix: (key) => {
        const matrix = findMatrixByKey(matrices, key, {});
        return matrix && checkedMatrix(matrix).targets;
      },
      currencies,
      parameterValues: parameterValues(shared),
      deadTriggers: (key) => disabledTriggers(findMatrixByKey(matrices, key, {})),
    }),
  );

/** Returns the names that several of the files declare, each for its own rules. */
function repeatedNames(files: readonly ParsedFile[]): ReadonlySet<string> {
  const [seen, repeated] = [new Set<string>(), new Set<string>()];
  for (const { file } of files)
    for (const name of new Set(file.declarations.map(declarationName))) {
      if (name === null) continue;
      if (seen.has(name)) repeated.add(name);
      seen.add(name);
    }
  return repeated;
}

const onlyWith = (file: RuleFile, isKept: (declaration: FileDeclaration) => boolean): RuleFile =>
  ruleFile(file.languageVersion, file.declarations.filter(isKept));

/**
 * Checks files of which each sees its own names before those of the others, as `rulesInFiles` reads them: files with names that others
 * declare as well are checked one by one, beside what the others share.
 */
export async function checkOwnNames(files: readonly ParsedFile[], context: CheckContext): Promise<SetCheckResult> {
  const repeated = repeatedNames(files);
  const isShared = (declaration: FileDeclaration): boolean => !repeated.has(declarationName(declaration) ?? '');
  const apart = new Set(files.filter(({ file }) => !file.declarations.every(isShared)));
  if (apart.size === 0) return checkNamedFiles(files, context);
  const together = await checkNamedFiles(
    files.map((each) =>
      apart.has(each) ? { name: each.name, file: onlyWith(each.file, isShared), shared: true } : each,
    ),
    context,
  );
  const names = files.map(({ name, file }): SourceFile => {
    const isName = (each: FileDeclaration): boolean =>
      declarationName(each) !== null || each.kind === 'matrixDeclaration';
    return { name, file: onlyWith(file, (each) => isShared(each) && isName(each)), shared: true };
  });
  const rules = [...together.rules];
  const diagnostics = new Map(together.diagnostics);
  for (const [index, each] of files.entries()) {
    const found = diagnostics.get(each.name) ?? [];
    if (!apart.has(each)) {
      // A name may be used only by files that are checked apart.
      diagnostics.set(
        each.name,
        found.filter(({ code }) => code !== 'W1110'),
      );
      continue;
    }
    const alone = await checkNamedFiles(names.with(index, each), context);
    rules.push(...alone.rules);
    const twice = found.filter(({ code }) => code === 'E0204');
    diagnostics.set(each.name, [...(alone.diagnostics.get(each.name) ?? []), ...twice]);
  }
  return { ...together, rules, diagnostics };
}
