import type { RuleFile } from '../ast/rule-file.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { CheckedRule, ListBinding } from './checked-rule.js';

/** What a check needs to know of the organization. */
export interface CheckOptions {
  readonly catalogue: Catalogue;
  /** By UUID or name; null: no such list (E0501). Undefined option: lists are not checked (an editor without a server). */
  readonly findList?: (reference: string) => ListBinding | null;
}

export interface CheckResult {
  /** Rules without errors, in source order. */
  readonly rules: readonly CheckedRule[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Types, resolves and limits every rule of a file. Never throws; one mistake gives one diagnostic. */
export declare function checkFile(file: RuleFile, options: CheckOptions): CheckResult;
