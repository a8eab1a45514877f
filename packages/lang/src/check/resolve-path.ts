import type { PathNode } from '../ast/path-node.js';
import type { FieldDeclaration, Target } from '../catalogue/field.js';
import { e0202 } from '../diagnostics/codes/e0202.js';
import { e0205 } from '../diagnostics/codes/e0205.js';
import { e0208 } from '../diagnostics/codes/e0208.js';
import { e0210 } from '../diagnostics/codes/e0210.js';
import { e0914 } from '../diagnostics/codes/e0914.js';
import { limits } from '../limits.js';
import { formatPath } from '../paths/path-syntax.js';
import type { Type } from '../types/type.js';
import { expandConstant, expandDefinition } from './expand-name.js';
import type { Resolution } from './semantic-model.js';
import type { ExpressionScope, RecordScope, RuleContext } from './rule-context.js';
import { reportUnknownField, reportUnknownName } from './unknown-path.js';

export interface ResolvedPath {
  readonly resolution: Resolution;
  readonly type: Type;
}

const allTargets: readonly Target[] = ['transaction', 'person', 'company', 'userEvent'];

/** Returns a field that every target of the rule has; `null` if the first target lacks it. */
function subjectField(
  steps: readonly string[],
  node: PathNode,
  rule: RuleContext,
): FieldDeclaration | 'reported' | null {
  const [first, ...others] = rule.targets;
  const field = first ? rule.catalogue.schema.field(first, steps) : null;
  if (!field) return null;
  const lacking = others.find((target) => !rule.catalogue.schema.field(target, steps));
  if (lacking) {
    rule.findings.add(e0208, node, {
      message: `\`${formatPath(steps)}\` does not exist for \`${lacking}\`, which this rule is also for`,
    });
    return 'reported';
  }
  return field;
}

function resolveLet(
  name: string,
  node: PathNode,
  place: ExpressionScope,
  rule: RuleContext,
): ResolvedPath | 'reported' | null {
  // A definition does not have access to the `let`s of the rule that uses it.
  if (place.definition) return null;
  const named = rule.lets.get(name);
  if (named) {
    named.used = true;
    return named.type ? { resolution: { kind: 'let', index: named.index }, type: named.type } : 'reported';
  }
  if (!rule.letNames.has(name)) return null;
  const isItself = [...rule.letNames][rule.lets.size] === name;
  rule.findings.add(
    e0205,
    node,
    isItself
      ? { message: `\`${name}\` refers to itself`, help: 'write what it stands for, or rename it' }
      : { message: `\`${name}\` is declared further down`, help: `move \`let ${name}\` above this line` },
  );
  return 'reported';
}

function resolveArgument(name: string, place: ExpressionScope, rule: RuleContext): ResolvedPath | 'reported' | null {
  const body = place.definition?.args.get(name);
  const type = body && rule.types.get(body);
  return body && type ? { resolution: { kind: 'expansion', of: 'argument', name, body }, type } : null;
}

function resolveDeclared(
  name: string,
  node: PathNode,
  place: ExpressionScope,
  rule: RuleContext,
): ResolvedPath | 'reported' | null {
  const found = rule.names.get(name);
  if (found === undefined) return null;
  if (found.kind === 'matrix' || found.kind === 'rule') return null;
  found.used = true;
  rule.usedNames.add(name);
  if (found.kind === 'list' && !found.binding) rule.usesBrokenName = true;
  if (found.kind === 'list')
    return found.binding
      ? { resolution: { kind: 'list', list: found.binding }, type: { kind: 'listref' } }
      : 'reported';
  const type =
    found.kind === 'define' ? expandDefinition(node, found, place, rule) : expandConstant(node, name, found, rule);
  const resolution = rule.resolutions.get(node);
  return type && resolution ? { resolution, type } : 'reported';
}

/** Resolves a name with one step that is not a field; `null` if there is no such name. */
function resolveName(
  name: string,
  node: PathNode,
  place: ExpressionScope,
  rule: RuleContext,
): ResolvedPath | 'reported' | null {
  return (
    resolveArgument(name, place, rule) ??
    resolveLet(name, node, place, rule) ??
    resolveDeclared(name, node, place, rule) ??
    (rule.fixtureNames?.has(name) ? { resolution: { kind: 'fixture', name }, type: { kind: 'entity' } } : null)
  );
}

const isName = (name: string, place: ExpressionScope, rule: RuleContext): boolean => {
  if (place.definition?.args.has(name)) return true;
  if (!place.definition && rule.lets.has(name)) return true;
  const declared = rule.names.get(name);
  return declared !== undefined && declared.kind !== 'matrix' && declared.kind !== 'rule';
};

function reportMissing(steps: readonly string[], node: PathNode, place: ExpressionScope, rule: RuleContext): void {
  const { schema } = rule.catalogue;
  const [head = ''] = steps;
  const [target] = rule.targets;
  if (target && schema.roots(target).includes(head)) return reportUnknownField(steps, node, place, rule);
  const other = allTargets.find((each) => schema.roots(each).includes(head));
  if (other) {
    const own = target
      ? schema
          .roots(target)
          .map((root) => `\`${root}\``)
          .join(', ')
      : '';
    rule.findings.add(e0208, node, {
      message: `a rule on ${rule.targets.join(', ')} has no \`${head}\``,
      help: `it can read ${own}`,
    });
    return;
  }
  reportUnknownName(steps, node, place, rule);
}

function field(declaration: FieldDeclaration, scope: 'subject' | 'record'): ResolvedPath {
  return { resolution: { kind: 'field', scope, field: declaration }, type: declaration.type };
}

function resolveInRecord(
  node: PathNode,
  record: RecordScope,
  place: ExpressionScope,
  rule: RuleContext,
): ResolvedPath | 'reported' | null {
  const [head = ''] = node.steps;
  const declared = record.field(node.steps);
  if (declared && node.steps.length === 1 && isName(head, place, rule)) {
    rule.findings.add(e0210, node, {
      message: `\`${head}\` is a field of the record and a declared name`,
      help: `rename the declared \`${head}\``,
    });
    return 'reported';
  }
  return declared ? field(declared, 'record') : null;
}

/** Resolves `match.value` and `match.score` in a message of a rule that searches by similarity. */
function resolveMatch(node: PathNode, place: ExpressionScope, rule: RuleContext): ResolvedPath | null {
  const [head, member] = node.steps;
  if (head !== 'match' || node.steps.length !== 2 || !place.inMessage || rule.matchTerms.length === 0) return null;
  if (member === 'value') return { resolution: { kind: 'match', member }, type: { kind: 'text', collation: null } };
  return member === 'score' ? { resolution: { kind: 'match', member }, type: { kind: 'number' } } : null;
}

function resolveAtSubject(
  steps: readonly string[],
  node: PathNode,
  place: ExpressionScope,
  rule: RuleContext,
): ResolvedPath | null {
  const [head = ''] = steps;
  if (steps.length === 1) {
    const named = resolveName(head, node, place, rule);
    if (named) return named === 'reported' ? null : named;
    if (head === 'now') return { resolution: { kind: 'now' }, type: { kind: 'datetime' } };
  } else if (isName(head, place, rule)) {
    rule.findings.add(e0202, node, { message: `\`${head}\` is a value without fields` });
    return null;
  }
  const declared = subjectField(steps, node, rule);
  if (declared === null) reportMissing(steps, node, place, rule);
  return declared === null || declared === 'reported' ? null : field(declared, 'subject');
}

/**
 * Resolves a path at its position: a field of the record within an aggregate, otherwise `now`, a declared name, or a field of the subject.
 * Returns `null` if an error was reported.
 */
export function resolvePath(node: PathNode, place: ExpressionScope, rule: RuleContext): ResolvedPath | null {
  if (node.steps.length > limits.pathSteps) {
    rule.findings.add(e0914, node, {
      message: `a path has at most ${limits.pathSteps} steps, this one ${node.steps.length}`,
    });
    return null;
  }
  const match = resolveMatch(node, place, rule);
  if (match) return match;
  let { steps } = node;
  if (place.record !== null) {
    const found = resolveInRecord(node, place.record, place, rule);
    if (found) return found === 'reported' ? null : found;
    if (steps[0] === 'current' && steps.length > 1) steps = steps.slice(1);
  }
  // An error in a `let` was already reported at its declaration.
  if (!place.definition && rule.lets.get(steps[0] ?? '')?.type === null) return null;
  return resolveAtSubject(steps, node, place, rule);
}
