import type { RuleFile } from '../ast/rule-file.js';
import type { Expression } from '../ast/expression.js';
import type { RuleDeclaration } from '../ast/rule-declaration.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { limits } from '../limits.js';
import { finish, type Steps } from '../steps.js';
import type { CheckedMatrix, CheckedParameter, CostReport } from '../check/checked-file.js';
import type { CheckedRule } from '../check/checked-rule.js';
import type { CheckedTest } from '../check/checked-test.js';
import { checkConst, checkParameter } from '../check/check-constant.js';
import { cyclicNames, reportCycles } from '../check/check-definition.js';
import { checkImports } from '../check/check-imports.js';
import { bindReference, type FindList } from '../check/check-lists.js';
import { checkMatrix } from '../check/check-matrix.js';
import { checkRule } from '../check/check-rule.js';
import { checkTests } from './check-tests.js';
import { collectNames, type SetFile } from '../check/collect-names.js';
import { costReport } from '../check/cost-report.js';
import type { DeclaredName, DeclaredNames } from '../check/declared-names.js';
import { DiagnosticBag, type LocateNode } from '../check/diagnostic-bag.js';
import type { AbsenceLint } from '../check/lint-absences.js';
import { lintSet } from './lint-set.js';
import type { FindMatrix, FindParty, RuleContext } from '../check/rule-context.js';
import { suppressDiagnostics } from '../check/suppressions.js';

/** Optional findings, which not everybody wants to see while writing. */
export interface LintOptions {
  /** W1111: the file should declare its language version. */
  readonly pragma?: boolean;
  /** W1401 to W1404: tests and owners. */
  readonly governance?: boolean;
  /** W1301, W1302, W1304: what can be determined without any data. This costs more than the check itself in large sets. */
  readonly analysis?: boolean;
  /** `YYYY-MM-DD`, for review dates (W1404). */
  readonly today?: string;
}

/** Information about the organization that a check depends on. */
export interface CheckOptions {
  readonly catalogue: Catalogue;
  /**
   * Finds a list by UUID or name; null: there is no such list (E0501). If the option is absent, lists are not checked (an editor without a
   * server).
   */
  readonly findList?: FindList;
  /** Returns the targets of a matrix that the files do not declare; null: there is none (E0801). */
  readonly findMatrix?: FindMatrix;
  /** Returns the words of triggers that are disabled in a matrix (W1308). */
  readonly deadTriggers?: (matrix: string) => readonly string[];
  /** Whether a user, team or automation exists (E0806). Not checked if absent. */
  readonly findParty?: FindParty;
  /** Reports what a rule names but is never available (`absenceLint`). Not checked if absent. */
  readonly absences?: AbsenceLint;
  /** The organization's own currency codes. `any`: the codes were verified when the rules were stored. */
  readonly currencies?: readonly string[] | 'any';
  /** The organization's own parameter values, as literals. A value outside of range or step is ignored, and the default is used. */
  readonly parameterValues?: Readonly<Record<string, Expression>>;
  /** Returns the JSON path of a node without a range, for rules that were read from JSON. */
  readonly locate?: LocateNode;
  /** Set if the rules are to be activated: a cost over budget is then an error (E0407), not a warning. */
  readonly activation?: boolean;
  readonly lints?: LintOptions;
  /** Whether only errors are searched for, and costs are not computed: for texts whose author is not present. Defaults to false. */
  readonly errorsOnly?: boolean;
}

/** One file of a rule set. */
export interface SourceFile {
  /** As written in `import`: a path relative to the folder of the importing file. Must be unique. */
  readonly name: string;
  readonly file: RuleFile;
  /** The text that was parsed, for anything that is not part of the tree: suppression comments, parentheses. */
  readonly source?: string;
  /** Set for declarations of the organization's library: their names are visible, but rules and tests are not checked. */
  readonly shared?: boolean;
}

export interface SetCheckResult {
  /** Rules without errors, in the order of the files. */
  readonly rules: readonly CheckedRule[];
  /** By file name, in source order. Every file has an entry. */
  readonly diagnostics: ReadonlyMap<string, readonly Diagnostic[]>;
  readonly matrices: readonly CheckedMatrix[];
  readonly parameters: readonly CheckedParameter[];
  /** Tests outside of rules. */
  readonly tests: readonly CheckedTest[];
  readonly cost: CostReport;
}

/** Context shared by all passes over a set. */
export interface SetContext {
  readonly files: readonly (SetFile & { readonly source: string | null })[];
  readonly names: DeclaredNames;
  readonly options: CheckOptions;
}

/** Creates a context for one rule, declaration or test. */
export function newContext(set: SetContext, findings: DiagnosticBag, declaration: RuleDeclaration | null): RuleContext {
  const { options } = set;
  return {
    catalogue: options.catalogue,
    currencies: options.currencies === 'any' ? 'any' : new Set(options.currencies),
    targets: [],
    names: set.names,
    lets: new Map(),
    letNames: new Set(declaration?.lets.map((each) => each.name.text)),
    types: new Map(),
    resolutions: new Map(),
    aggregates: [],
    countedCalls: [],
    matchTerms: [],
    usedNames: new Set(),
    reportedInside: new Set(),
    expandedNodes: 0,
    bindList: (reference) => bindReference(reference, options.findList, findings),
    findMatrix: options.findMatrix,
    parties: options.findParty,
    usesBrokenName: false,
    fixtureNames: null,
    findings,
  };
}

function bySource(a: Diagnostic, b: Diagnostic): number {
  if (!a.range || !b.range) return 0;
  return a.range.start.line - b.range.start.line || a.range.start.character - b.range.start.character;
}

function checkDeclared(name: string, declared: DeclaredName, set: SetContext): void {
  const findings = set.files[declared.file]?.findings;
  if (!findings) return;
  if (declared.kind === 'matrix')
    declared.checked = checkMatrix(declared.declaration, { catalogue: set.options.catalogue, findings });
  if (declared.kind !== 'const' && declared.kind !== 'param') return;
  const context = newContext(set, findings, null);
  if (declared.declaration.kind === 'constDeclaration')
    declared.value = checkConst(declared.declaration, context) ? declared.declaration.value : null;
  else {
    declared.checked = checkParameter(declared.declaration, set.options.parameterValues?.[name], context);
    declared.value = declared.checked?.expression ?? null;
  }
}

/** Checks constants, then parameters, then definitions: each of these depends only on those before it. */
function checkDeclarations(set: SetContext, circles: ReadonlyMap<string, unknown>): void {
  for (const [name, declared] of set.names)
    if (declared.kind === 'define' && circles.has(name)) declared.isBroken = true;
  const done = new Set<string>(circles.keys());
  for (const start of set.names.keys()) {
    // Not recursive, because a chain of constants may be longer than the stack.
    const open = [start];
    for (let name = open.at(-1); name !== undefined; name = open.at(-1)) {
      const declared = set.names.get(name);
      const needed = declared && !done.has(name) ? constantsBefore(declared, set, done) : [];
      if (needed.length > 0) {
        open.push(...needed);
        continue;
      }
      open.pop();
      if (declared && !done.has(name)) checkDeclared(name, declared, set);
      done.add(name);
    }
  }
}

/** Returns the constants that must be checked before a declaration. */
function constantsBefore(declared: DeclaredName, { names }: SetContext, done: ReadonlySet<string>): readonly string[] {
  if (declared.kind !== 'const' && declared.kind !== 'param') return [];
  return constantsIn(declared.declaration.value).filter((name) => names.get(name)?.kind === 'const' && !done.has(name));
}

/** Returns the names that a constant mentions. Its tree is small, but may be deeper than the stack until it has been measured. */
function constantsIn(node: Expression): readonly string[] {
  const open = [node];
  const found: string[] = [];
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === 'path' && next.steps.length === 1) found.push(next.steps[0] ?? '');
    if (next.kind === 'operation') open.push(...next.operands);
    if (next.kind === 'arrayLiteral') open.push(...next.items);
  }
  return found;
}

function* checkRules(set: SetContext): Steps<CheckedRule[]> {
  const rules: CheckedRule[] = [];
  for (const { name, file, findings, isShared } of set.files) {
    if (isShared) continue;
    for (const declaration of file.rules.slice(0, limits.rulesPerFile)) {
      const own = findings.fork();
      const isFirst = set.names.get(declaration.key.text)?.declaration === declaration;
      const checked = checkRule(declaration, newContext(set, own, declaration), name);
      findings.merge(own);
      if (checked && isFirst) rules.push(checked);
      yield;
    }
  }
  return rules;
}

/**
 * Checks the files of a rule set, which share one namespace. Never throws; one mistake causes one diagnostic; at most 100 findings per
 * file.
 */
export const checkFiles = (sources: readonly SourceFile[], options: CheckOptions): SetCheckResult =>
  finish(checkFilesInSteps(sources, options));

/** Does the same as `checkFiles`, with a step per rule. */
export function* checkFilesInSteps(sources: readonly SourceFile[], options: CheckOptions): Steps<SetCheckResult> {
  const files = sources.map(({ name, file, source, shared = false }) => ({
    name,
    file,
    source: source ?? null,
    findings: new DiagnosticBag(options.locate ?? null, options.errorsOnly),
    isShared: shared,
  }));
  checkImports(files);
  const names = collectNames(files, { catalogue: options.catalogue, findList: options.findList });
  const set: SetContext = { files, names, options };
  const circles = cyclicNames(names);
  reportCycles(circles, names, (declared) => files[declared.file]?.findings ?? new DiagnosticBag(null));
  checkDeclarations(set, circles);
  yield;
  const checked = yield* checkRules(set);
  const { rules, tests } = yield* checkTests(set, checked);
  const matrices = [...names.values()].flatMap((each) =>
    each.kind === 'matrix' && each.checked ? [each.checked] : [],
  );
  const cost = costReport(options.errorsOnly ? [] : rules);
  yield;
  yield* lintSet(set, rules, matrices);
  yield;
  const diagnostics = new Map(
    files.map(({ name, findings, source }) => [
      name,
      suppressDiagnostics(findings.all, source).sort(bySource).slice(0, limits.diagnosticsPerFile),
    ]),
  );
  return {
    rules,
    diagnostics,
    matrices,
    parameters: [...names.values()].flatMap((each) => (each.kind === 'param' && each.checked ? [each.checked] : [])),
    tests,
    cost,
  };
}
