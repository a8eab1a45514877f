import type { Expression } from '../ast/expression.js';
import type { LetDeclaration } from '../ast/let-declaration.js';
import type { RuleDeclaration } from '../ast/rule-declaration.js';
import type { SyntaxNode } from '../ast/syntax-node.js';
import { e0206 } from '../diagnostics/codes/e0206.js';
import { e0902 } from '../diagnostics/codes/e0902.js';
import { e0903 } from '../diagnostics/codes/e0903.js';
import { e0412 } from '../diagnostics/codes/e0412.js';
import { e0908 } from '../diagnostics/codes/e0908.js';
import { e0909 } from '../diagnostics/codes/e0909.js';
import { e0914 } from '../diagnostics/codes/e0914.js';
import { w1110 } from '../diagnostics/codes/w1110.js';
import { limits } from '../limits.js';
import { checkActions } from './check-actions.js';
import { checkCondition, checkExpression } from './check-expression.js';
import { checkHeaders, checkTargets } from './check-headers.js';
import type { CheckedLet, CheckedRule } from './checked-rule.js';
import { foldConstant, expandedNode } from './fold-constant.js';
import { declaredAs } from './declared-names.js';
import { expressionSize } from './expression-size.js';
import { lintMissing } from './lint-missing.js';
import { lintPerson } from './lint-person.js';
import type { SemanticModel, Resolution } from './semantic-model.js';
import { reservedNames } from './reserved-names.js';
import { costParts, countCalls, excessCalls, sumOfCosts } from './rule-cost.js';
import { atSubject, type RuleContext } from './rule-context.js';
import { unknownablePaths } from './unknownable-paths.js';
import { childExpressions } from './child-expressions.js';

/**
 * Returns the number of nodes of an expression with every `let` replaced by its value. A `let` that uses the one before twice doubles its
 * size, so this is computed from the sizes of the lets, by index, and never by traversing them.
 */
function inlinedNodeCount(
  root: Expression,
  letSizes: readonly number[],
  resolutions: ReadonlyMap<Expression, Resolution>,
): number {
  const node = expandedNode(root, resolutions);
  const resolution = resolutions.get(node);
  if (resolution?.kind === 'let') return letSizes[resolution.index] ?? 1;
  const parts = resolution?.kind === 'template' ? resolution.parts.filter((part) => typeof part !== 'string') : [];
  const start = node.kind === 'aggregate' && node.window?.kind === 'since' ? [node.window.start] : [];
  return [...childExpressions(node), ...parts, ...start].reduce(
    (sum, child) => sum + inlinedNodeCount(child, letSizes, resolutions),
    1,
  );
}

/** Size limits are checked first, because only trees of limited depth are traversed recursively. */
function checkSize(declaration: RuleDeclaration, rule: RuleContext): boolean {
  const { findings } = rule;
  const roots: Expression[] = [
    ...declaration.lets.map((each) => each.value),
    ...(declaration.when ? [declaration.when] : []),
  ];
  let [nodes, leaves] = [0, 0];
  for (const root of roots) {
    const size = expressionSize(root, limits.nodesPerRule + 1);
    nodes += size.nodes;
    leaves += size.leaves;
    if (size.depth > limits.depth || size.logicDepth > limits.logicDepth) {
      const help = 'name a part with `let`';
      findings.add(e0902, root, {
        message: `conditions are nested at most ${limits.logicDepth} deep, everything at most ${limits.depth}`,
        help,
      });
      return false;
    }
  }
  const large = nodes > limits.nodesPerValue && roots.find((root) => leavesOf(root).some(isLarge));
  const tooLarge = (at: SyntaxNode, message: string, help: string): false => {
    findings.add(e0903, at, { message, help });
    return false;
  };
  if (large)
    return tooLarge(large, `one value has at most ${limits.nodesPerValue} parts`, 'name parts of it with `let`');
  if (leaves > limits.leavesPerRule)
    return tooLarge(
      declaration.key,
      `a rule has at most ${limits.leavesPerRule} comparisons, this one ${leaves}`,
      'split it into several rules',
    );
  if (nodes > limits.nodesPerRule)
    return tooLarge(declaration.key, `a rule has at most ${limits.nodesPerRule} parts`, 'split it into several rules');
  rule.expandedNodes = nodes;
  return true;
}

const isLarge = (leaf: Expression): boolean =>
  expressionSize(leaf, limits.nodesPerValue + 1).nodes > limits.nodesPerValue;

/** Returns the leaves below `and`, `or` and groups. The depth was checked before. */
function leavesOf(node: Expression): readonly Expression[] {
  switch (node.kind) {
    case 'and':
    case 'or':
    case 'none':
    case 'atLeast':
      return node.items.flatMap(leavesOf);
    case 'not':
      return leavesOf(node.operand);
    default:
      return [node];
  }
}

function checkLetName(node: LetDeclaration, rule: RuleContext): boolean {
  const { text } = node.name;
  const earlier = rule.lets.get(text);
  const declared = rule.names.get(text);
  const hidden = earlier
    ? 'an earlier `let`'
    : declared
      ? declaredAs[declared.kind]
      : reservedNames.has(text)
        ? 'a keyword of the language'
        : null;
  if ([...text].length > limits.nameCodePoints)
    rule.findings.add(e0914, node.name, { message: `a name has at most ${limits.nameCodePoints} characters` });
  if (hidden === null) return true;
  const range = (earlier ?? declared)?.declaration.range;
  rule.findings.add(e0206, node.name, {
    message: `\`${text}\` is already the name of ${hidden}`,
    help: 'choose another name',
    ...(range ? { related: [{ range, message: 'declared here' }] } : {}),
  });
  return false;
}

/**
 * Returns the size of a value with its lets expanded. Returns `null`, and reports E0903, if it is too large for anything that traverses
 * lets.
 */
function checkInlinedSize(
  value: Expression,
  at: SyntaxNode,
  letSizes: readonly number[],
  rule: RuleContext,
): number | null {
  const nodes = inlinedNodeCount(value, letSizes, rule.resolutions);
  if (nodes <= limits.nodesWrittenOut) return nodes;
  rule.findings.add(e0903, at, {
    message: `this has ${nodes} parts with each \`let\` expanded, but ${limits.nodesWrittenOut} are allowed`,
    help: 'use fewer `let` lines in one another',
  });
  return null;
}

/** Returns `null` if a value is too large for the following checks. */
function checkLetsAndCondition(declaration: RuleDeclaration, rule: RuleContext): CheckedLet[] | null {
  const extra = declaration.lets[limits.letsPerRule];
  if (extra)
    rule.findings.add(e0909, extra, {
      message: `a rule has at most ${limits.letsPerRule} \`let\` lines, this one ${declaration.lets.length}`,
    });
  const lets: CheckedLet[] = [];
  const sizes: number[] = [];
  for (const node of declaration.lets.slice(0, limits.letsPerRule)) {
    const type = checkExpression(node.value, atSubject, rule);
    const { text } = node.name;
    const fits = checkLetName(node, rule);
    // A name that hides another one is registered without a type, so that its uses are not reported as further errors.
    if (fits || !rule.lets.has(text))
      rule.lets.set(text, { declaration: node, index: lets.length, type: fits ? type : null, used: !fits });
    const size = checkInlinedSize(node.value, node.name, sizes, rule);
    if (size === null) return null;
    sizes.push(size);
    lets.push({ name: node.name.text, value: node.value });
  }
  // Lets beyond the limit are also registered. That there are too many is reported once.
  for (const node of declaration.lets.slice(limits.letsPerRule))
    if (!rule.lets.has(node.name.text))
      rule.lets.set(node.name.text, { declaration: node, index: lets.length, type: null, used: true });
  if (declaration.when) {
    checkCondition(declaration.when, atSubject, rule);
    if (checkInlinedSize(declaration.when, declaration.key, sizes, rule) === null) return null;
  }
  return lets;
}

function lintRule(declaration: RuleDeclaration, rule: RuleContext): void {
  for (const { declaration: node, used } of rule.lets.values())
    if (!used)
      rule.findings.add(w1110, node.name, {
        message: `\`${node.name.text}\` is declared but never used`,
        help: 'remove it',
      });
  lintMissing(declaration, rule);
  const policy = declaration.unknown?.text ?? 'ignore';
  if (declaration.when) lintPerson(declaration.when, policy === 'ignore', rule);
}

/** Returns the information about the nodes of a rule or test. */
export function semanticModelOf({ types, resolutions }: Pick<RuleContext, 'types' | 'resolutions'>): SemanticModel {
  return {
    type: (node) => {
      const type = types.get(node);
      if (!type) throw new Error(`the checker did not visit this ${node.kind}`);
      return type;
    },
    resolution: (node) => resolutions.get(node) ?? null,
    expanded: (node) => expandedNode(node, resolutions),
    constant: (node) => foldConstant(node, resolutions),
  };
}

/**
 * Checks a rule. Returns `null` if it has errors. Each rule requires a new `context`. Its tests are checked later, when all rules are
 * known.
 */
export function checkRule(declaration: RuleDeclaration, context: RuleContext, file: string): CheckedRule | null {
  const targets = checkTargets(declaration, context);
  const rule: RuleContext = { ...context, targets };
  if (targets.length === 0 || !checkSize(declaration, rule)) return null;
  const headers = checkHeaders(declaration, rule);
  const lets = checkLetsAndCondition(declaration, rule);
  if (lets === null) return null;
  const { actionLists, actionSettings } = checkActions(declaration.actions, headers.evaluate === 'async', rule);
  const extra = rule.aggregates[limits.aggregatesPerRule];
  if (extra)
    rule.findings.add(e0908, declaration.key, {
      message: `a rule has at most ${limits.aggregatesPerRule} aggregates, this one ${rule.aggregates.length}`,
    });
  const countedCalls = countCalls(rule.countedCalls, { lets, resolutions: rule.resolutions });
  const excess = excessCalls(countedCalls, 'a rule', 'perRule');
  if (excess !== null) rule.findings.add(e0412, declaration.key, { message: excess });
  if (!declaration.when || rule.findings.errors > 0 || rule.usesBrokenName) return null;
  if (!rule.findings.errorsOnly) lintRule(declaration, rule);
  const { when: condition } = declaration;
  const { resolutions } = rule;
  let parts: CheckedRule['costParts'] | null = null;
  return {
    declaration,
    file,
    key: declaration.key.text,
    name: declaration.title?.value ?? declaration.key.text,
    description: declaration.description?.value ?? '',
    targets,
    ...headers,
    lets,
    condition,
    actions: declaration.actions,
    actionLists,
    actionSettings,
    aggregates: rule.aggregates,
    countedCalls,
    matchTerms: rule.matchTerms,
    meaning: semanticModelOf(rule),
    // Computed on first access, since few callers need it.
    get unknownable() {
      return unknownablePaths(condition, lets, resolutions);
    },
    get costParts() {
      return (parts ??= costParts({ condition, lets, resolutions }));
    },
    get cost() {
      return sumOfCosts([this.costParts]);
    },
    names: [...rule.usedNames].sort(),
    tests: [],
  };
}
