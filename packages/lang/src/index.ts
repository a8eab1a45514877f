export * from './ast/index.js';
export * from './catalogue/catalogue.js';
export * from './catalogue/data-read.js';
export * from './catalogue/data-tables.js';
export * from './catalogue/declaration.js';
export * from './catalogue/environment.js';
export * from './catalogue/field.js';
export * from './catalogue/number-format.js';
export * from './catalogue/pattern-problem.js';
export * from './catalogue/signature.js';
export * from './rule-set/check-file.js';
export { finish, type Steps } from './steps.js';
export {
  checkFiles,
  checkFilesInSteps,
  type LintOptions,
  type SetCheckResult,
  type SourceFile,
} from './rule-set/check-files.js';
export { absenceLint, type AbsenceLint } from './check/lint-absences.js';
export { findInSet } from './rule-set/find-in-set.js';
export { parseSuppressions, type Suppressions } from './check/suppressions.js';
export { misplacedValue } from './check/check-constant.js';
export { reservedNames } from './check/reserved-names.js';
export { referenceFunctions } from './check/test-fixtures.js';
export * from './check/checked-rule.js';
export * from './diagnostics/diagnostic.js';
export * from './diagnostics/diagnostic-code.js';
export * from './types/type.js';
export * from './values/unknown.js';
export * from './values/value.js';
export { applyFixes } from './diagnostics/apply-fixes.js';
export * from './diagnostics/create-diagnostic.js';
export * from './diagnostics/did-you-mean.js';
export * from './diagnostics/code-frame.js';
export * from './values/literal-value.js';
export * from './values/read-value.js';
export * from './ast/same-tree.js';
export { readMessage } from './lower/lower-message.js';
export * from './lower/read-rules.js';
export * from './diff/describe-changes.js';
export * from './diff/revert-changes.js';
export * from './print/print-file.js';
export { printExpression } from './print/print-expression.js';
export { printRule } from './print/print-rule.js';
export { printText } from './print/print-text.js';
export * from './json/index.js';
export * from './paths/path-scope.js';
export * from './paths/path-syntax.js';
export * from './paths/to-json-path.js';
export * from './paths/to-text-path.js';
export { applyJsonToSource } from './rewrite/apply-json-to-source.js';
export * from './analysis/index.js';
export * from './limits.js';
export * from './types/type-name.js';
export * from './check/child-expressions.js';
export * from './check/diagnostic-bag.js';
export * from './check/costed-terms.js';
export * from './check/rule-cost.js';
export * from './diagnostics/codes/diagnostic-codes.js';
export * from './windows/window-bounds.js';
export { resolveOverload } from './check/resolve-overload.js';
export { splitMessage, type MessageSegment } from './lower/split-message.js';
