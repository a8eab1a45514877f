import type { Expression } from '../ast/expression.js';
import type { LetDeclaration } from '../ast/let-declaration.js';
import type { RuleDeclaration } from '../ast/rule-declaration.js';
import { e0206 } from '../diagnostics/codes/e0206.js';
import { e0902 } from '../diagnostics/codes/e0902.js';
import { e0903 } from '../diagnostics/codes/e0903.js';
import { e0908 } from '../diagnostics/codes/e0908.js';
import { e0909 } from '../diagnostics/codes/e0909.js';
import { e0914 } from '../diagnostics/codes/e0914.js';
import { w1110 } from '../diagnostics/codes/w1110.js';
import { w1310 } from '../diagnostics/codes/w1310.js';
import { limits } from '../limits.js';
import type { Type } from '../types/type.js';
import { childExpressions } from './child-expressions.js';
import { checkActions } from './check-actions.js';
import { checkCondition, checkExpression } from './check-expression.js';
import { checkHeaders, checkTargets } from './check-headers.js';
import type { CheckedLet, CheckedRule, Meaning, Resolution } from './checked-rule.js';
import { conditionLeaves, expressionSize } from './expression-size.js';
import { lintMissing } from './lint-missing.js';
import { ruleCost } from './rule-cost.js';
import { atSubject, type RuleContext } from './rule-context.js';
import { unknownablePaths } from './unknownable-paths.js';

const reservedNames: ReadonlySet<string> = new Set([
  'transaction',
  'origin',
  'destination',
  'originAccount',
  'destinationAccount',
  'instrument',
  'person',
  'company',
  'entity',
  'enrichment',
  'normalized',
  'event',
  'device',
  'current',
  'now',
  'match',
  'item',
]);

/** Size limits come first: only a tree of bounded depth is walked by recursion. */
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
  const [first] = roots;
  if (first && leaves > limits.leavesPerRule) {
    findings.add(e0903, declaration.key, {
      message: `a rule has at most ${limits.leavesPerRule} comparisons, this one ${leaves}`,
      help: 'split it into several rules',
    });
    return false;
  }
  if (first && nodes > limits.nodesPerRule) {
    findings.add(e0903, declaration.key, {
      message: `a rule has at most ${limits.nodesPerRule} parts`,
      help: 'split it into several rules',
    });
    return false;
  }
  const tooLarge = roots
    .flatMap(conditionLeaves)
    .flatMap(childExpressions)
    .find((value) => expressionSize(value, limits.nodesPerValue + 1).nodes > limits.nodesPerValue);
  if (tooLarge) {
    findings.add(e0903, tooLarge, {
      message: `one value has at most ${String(limits.nodesPerValue)} parts`,
      help: 'name parts of it with `let`',
    });
    return false;
  }
  return true;
}

function checkLetName(node: LetDeclaration, rule: RuleContext): boolean {
  const { text } = node.name;
  const earlier = rule.lets.get(text);
  const hidden = earlier
    ? 'an earlier `let`'
    : rule.lists.has(text)
      ? 'a list'
      : reservedNames.has(text)
        ? 'a word of the language'
        : null;
  if ([...text].length > limits.nameCodePoints)
    rule.findings.add(e0914, node.name, { message: `a name has at most ${limits.nameCodePoints} characters` });
  if (hidden === null) return true;
  const range = earlier?.declaration.range;
  rule.findings.add(e0206, node.name, {
    message: `\`${text}\` is already the name of ${hidden}`,
    help: 'choose another name',
    ...(range ? { related: [{ range, message: 'declared here' }] } : {}),
  });
  return false;
}

function checkLets(declaration: RuleDeclaration, rule: RuleContext): CheckedLet[] {
  const extra = declaration.lets[limits.letsPerRule];
  if (extra)
    rule.findings.add(e0909, extra, {
      message: `a rule has at most ${limits.letsPerRule} \`let\` lines, this one ${declaration.lets.length}`,
    });
  const lets: CheckedLet[] = [];
  for (const node of declaration.lets.slice(0, limits.letsPerRule)) {
    const type = checkExpression(node.value, atSubject, rule);
    const { text } = node.name;
    const fits = checkLetName(node, rule);
    // A name that hides another is known, but without a type: its uses are not wrong once more.
    if (fits || !rule.lets.has(text))
      rule.lets.set(text, { declaration: node, index: lets.length, type: fits ? type : null, used: !fits });
    lets.push({ name: node.name.text, value: node.value });
  }
  return lets;
}

function lintRule(declaration: RuleDeclaration, cost: number, rule: RuleContext): void {
  for (const { declaration: node, used } of rule.lets.values())
    if (!used)
      rule.findings.add(w1110, node.name, {
        message: `\`${node.name.text}\` is declared and never used`,
        help: 'remove it',
      });
  lintMissing(declaration, rule);
  if (cost > limits.costPerRule)
    rule.findings.add(w1310, declaration.when ?? declaration, {
      message: `this rule costs ${cost}, the budget is ${limits.costPerRule}`,
      help: 'use fewer windows, or plainer filters in them',
    });
}

function meaningOf(types: ReadonlyMap<Expression, Type>, resolutions: ReadonlyMap<Expression, Resolution>): Meaning {
  return {
    type: (node) => {
      const type = types.get(node);
      if (!type) throw new Error(`the checker never saw this ${node.kind}`);
      return type;
    },
    resolution: (node) => resolutions.get(node) ?? null,
  };
}

/** One rule, or null when it has errors. `context` is new for every rule. */
export function checkRule(declaration: RuleDeclaration, context: Omit<RuleContext, 'targets'>): CheckedRule | null {
  const targets = checkTargets(declaration, { ...context, targets: [] });
  const rule: RuleContext = { ...context, targets };
  if (targets.length === 0 || !checkSize(declaration, rule)) return null;
  const headers = checkHeaders(declaration, rule);
  const lets = checkLets(declaration, rule);
  if (declaration.when) checkCondition(declaration.when, atSubject, rule);
  const actionLists = checkActions(declaration.actions, rule);
  const extra = rule.aggregates[limits.aggregatesPerRule];
  if (extra)
    rule.findings.add(e0908, extra, {
      message: `a rule has at most ${limits.aggregatesPerRule} aggregates, this one ${rule.aggregates.length}`,
    });
  if (!declaration.when || rule.findings.errors > 0) return null;
  const cost = ruleCost(declaration.when, lets, rule.resolutions);
  lintRule(declaration, cost, rule);
  return {
    declaration,
    key: declaration.key.text,
    name: declaration.title?.value ?? declaration.key.text,
    description: declaration.description?.value ?? '',
    targets,
    ...headers,
    lets,
    condition: declaration.when,
    actions: declaration.actions,
    actionLists,
    aggregates: rule.aggregates,
    meaning: meaningOf(rule.types, rule.resolutions),
    unknownable: unknownablePaths(declaration.when, lets, rule.resolutions),
    cost,
  };
}
