import type { Expression } from '../ast/expression.js';
import type { SyntaxNode } from '../ast/syntax-node.js';
import { e0212 } from '../diagnostics/codes/e0212.js';
import { e0903 } from '../diagnostics/codes/e0903.js';
import { e0910 } from '../diagnostics/codes/e0910.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { limits } from '../limits.js';
import type { Type } from '../types/type.js';
import { checkExpression } from './check-expression.js';
import type { DeclaredConstant, DeclaredDefinition } from './declared-names.js';
import { expressionSize } from './expression-size.js';
import type { DefinitionScope, ExpressionScope, RuleContext } from './rule-context.js';

function cloneAny(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(cloneAny);
  if (typeof part !== 'object' || part === null) return part;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(part)) copy[key] = key === 'range' ? value : cloneAny(value);
  return Object.freeze(copy);
}

/** Copies the tree with new nodes, so that each use of a definition has its own resolutions. */
const cloneExpression = (node: Expression): Expression => cloneAny(node) as Expression;

/** Counts the nodes of another expansion. Returns `false` if the rule has become too large (reported once). */
function countExpansion(body: Expression, use: SyntaxNode, rule: RuleContext): boolean {
  if (rule.expandedNodes > limits.nodesPerRule) return false;
  rule.expandedNodes += expressionSize(body, limits.nodesPerRule + 1).nodes;
  if (rule.expandedNodes <= limits.nodesPerRule) return true;
  rule.findings.add(e0903, use, {
    message: `a rule has at most ${limits.nodesPerRule} parts, its definitions expanded`,
    help: 'split it into several rules',
  });
  return false;
}

/** Reports an error in a definition at its use, once per rule. */
function reportAtUse(found: readonly Diagnostic[], scope: DefinitionScope, rule: RuleContext): void {
  const errors = found.filter(({ severity }) => severity === 'error');
  const [inner] = errors;
  if (!inner) return;
  // An argument of the wrong type causes an error wherever the body uses it, but counts as a single error.
  const { code, message, range, related } = inner;
  const key = `${scope.name}:${code}:${range?.start.line ?? 0}:${range?.start.character ?? 0}`;
  if (rule.reportedInside.has(key)) {
    rule.findings.errors++;
    return;
  }
  rule.reportedInside.add(key);
  const at = range ?? rule.names.get(scope.name)?.declaration.range;
  rule.findings.restate(inner, scope.use, {
    message: related ? message : `in \`${scope.name}\`: ${message}`,
    related: related ?? (at ? [{ range: at, message: 'in this definition' }] : []),
  });
}

/** Expands a constant or parameter at its use. Returns `null` if it has errors, which were already reported. */
export function expandConstant(
  node: Expression,
  name: string,
  constant: DeclaredConstant,
  rule: RuleContext,
): Type | null {
  constant.used = true;
  rule.usedNames.add(name);
  if (!constant.value) rule.usesBrokenName = true;
  if (!constant.value || !countExpansion(constant.value, node, rule)) return null;
  const body = cloneExpression(constant.value);
  const outer = rule.findings;
  rule.findings = outer.fork();
  const type = checkExpression(body, { record: null }, rule);
  rule.findings = outer;
  // A constant is checked at its declaration. Here, only the same errors could be found again.
  if (!type) {
    rule.usesBrokenName = true;
    return null;
  }
  rule.resolutions.set(node, { kind: 'expansion', of: constant.kind, name, body });
  return type;
}

function argumentsOf(
  node: Expression & { kind: 'call' | 'path' },
  definition: DeclaredDefinition,
  place: ExpressionScope,
  rule: RuleContext,
): ReadonlyMap<string, Expression> | null {
  const { parameters, name } = definition.declaration;
  const written = node.kind === 'call' ? node.args : [];
  const types = written.map((arg) => checkExpression(arg, place, rule));
  if (written.length !== parameters.length) {
    const form =
      parameters.length === 0 ? name.text : `${name.text}(${parameters.map((each) => each.text).join(', ')})`;
    const range = definition.declaration.range;
    rule.findings.add(e0212, node, {
      message: `\`${name.text}\` has ${written.length} arguments`,
      help: `it is written \`${form}\``,
      ...(range ? { related: [{ range: name.range ?? range, message: 'declared here' }] } : {}),
    });
    return null;
  }
  if (types.includes(null)) return null;
  return new Map(parameters.map((parameter, index) => [parameter.text, written[index] as Expression]));
}

/** Expands a definition at its use, as if its body were written there in parentheses. */
export function expandDefinition(
  node: Expression & { kind: 'call' | 'path' },
  definition: DeclaredDefinition,
  place: ExpressionScope,
  rule: RuleContext,
): Type | null {
  const { name, body: declared } = definition.declaration;
  definition.used = true;
  rule.usedNames.add(name.text);
  const args = argumentsOf(node, definition, place, rule);
  if (definition.isBroken) rule.usesBrokenName = true;
  if (!args || definition.isBroken) return null;
  const depth = (place.definition?.depth ?? 0) + 1;
  if (depth > limits.expansionDepth) {
    rule.findings.add(e0910, node, {
      message: `definitions use each other at most ${limits.expansionDepth} deep`,
      help: 'write the innermost ones out',
    });
    return null;
  }
  if (!countExpansion(declared, node, rule)) return null;
  const body = cloneExpression(declared);
  const scope: DefinitionScope = { name: name.text, use: node, args, depth };
  const outer = rule.findings;
  rule.findings = outer.fork();
  const type = checkExpression(
    body,
    { record: null, definition: scope, insideAggregate: place.record !== null || place.insideAggregate === true },
    rule,
  );
  const inside = rule.findings.all;
  rule.findings = outer;
  reportAtUse(inside, scope, rule);
  if (!type) return null;
  rule.resolutions.set(node, { kind: 'expansion', of: 'define', name: name.text, body });
  return type;
}
