import type { RuleFile } from '../ast/rule-file.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { CheckedMatrix, CheckedParameter, CostReport } from '../check/checked-file.js';
import type { CheckedRule } from '../check/checked-rule.js';
import type { CheckedTest } from '../check/checked-test.js';
import { checkFiles, type CheckOptions } from './check-files.js';

export type { CheckOptions } from './check-files.js';

export interface CheckResult {
  /** Rules without errors, in source order. */
  readonly rules: readonly CheckedRule[];
  /** In source order, if there is text. */
  readonly diagnostics: readonly Diagnostic[];
  /** Matrices without errors, in source order. */
  readonly matrices: readonly CheckedMatrix[];
  readonly parameters: readonly CheckedParameter[];
  /** Tests outside of rules. */
  readonly tests: readonly CheckedTest[];
  readonly cost: CostReport;
}

/**
 * Checks types, names and limits of every rule of a file. Never throws; one mistake causes one diagnostic. `source` is the text the file
 * was read from, for findings that depend on it (suppression comments, parentheses).
 */
export function checkFile(file: RuleFile, options: CheckOptions & { readonly source?: string }): CheckResult {
  const { source, ...rest } = options;
  const { diagnostics, ...result } = checkFiles(
    [{ name: '', file, ...(source === undefined ? {} : { source }) }],
    rest,
  );
  return { ...result, diagnostics: diagnostics.get('') ?? [] };
}
