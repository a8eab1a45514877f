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
import type { Resolution } from './checked-rule.js';
import type { Place, RuleContext } from './rule-context.js';
import { reportUnknownField, reportUnknownName } from './unknown-path.js';

export interface ResolvedPath {
  readonly resolution: Resolution;
  readonly type: Type;
}

const allTargets: readonly Target[] = ['transaction', 'person', 'company'];

/** A field every target of the rule has; null when the first one lacks it. */
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

function resolveName(name: string, node: PathNode, rule: RuleContext): ResolvedPath | 'reported' | null {
  const named = rule.lets.get(name);
  if (named) {
    named.used = true;
    return named.type ? { resolution: { kind: 'let', index: named.index }, type: named.type } : 'reported';
  }
  const list = rule.lists.get(name);
  if (list) {
    list.used = true;
    return list.binding ? { resolution: { kind: 'list', list: list.binding }, type: { kind: 'listref' } } : 'reported';
  }
  if (rule.letNames.has(name)) {
    rule.findings.add(e0205, node, {
      message: `\`${name}\` is declared further down`,
      help: `move \`let ${name}\` above this line`,
    });
    return 'reported';
  }
  return null;
}

function reportMissing(steps: readonly string[], node: PathNode, place: Place, rule: RuleContext): void {
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

function resolveInRecord(node: PathNode, source: string, rule: RuleContext): ResolvedPath | 'reported' | null {
  const { steps } = node;
  const [head = ''] = steps;
  const declared = rule.catalogue.schema.recordField(source, steps);
  const isName = steps.length === 1 && (rule.lets.has(head) || rule.lists.has(head));
  if (declared && isName) {
    rule.findings.add(e0210, node, {
      message: `\`${head}\` is a field of the record and a name of this rule`,
      help: `rename the \`let\` or list \`${head}\``,
    });
    return 'reported';
  }
  return declared ? field(declared, 'record') : null;
}

/**
 * What a path means where it stands: a field of the record inside an aggregate, else `now`, a name of the rule, or a field of
 * the subject. Null: reported.
 */
export function resolvePath(node: PathNode, place: Place, rule: RuleContext): ResolvedPath | null {
  if (node.steps.length > limits.pathSteps) {
    rule.findings.add(e0914, node, {
      message: `a path has at most ${limits.pathSteps} steps, this one ${node.steps.length}`,
    });
    return null;
  }
  let { steps } = node;
  if (place.record !== null) {
    const found = resolveInRecord(node, place.record, rule);
    if (found) return found === 'reported' ? null : found;
    if (steps[0] === 'current' && steps.length > 1) steps = steps.slice(1);
  }
  const [head = ''] = steps;
  if (rule.lets.get(head)?.type === null) return null;
  if (steps.length === 1) {
    const named = resolveName(head, node, rule);
    if (named) return named === 'reported' ? null : named;
    if (head === 'now') return { resolution: { kind: 'now' }, type: { kind: 'datetime' } };
  } else if (rule.lets.has(head) || rule.lists.has(head)) {
    rule.findings.add(e0202, node, { message: `\`${head}\` is a value without fields` });
    return null;
  }
  const declared = subjectField(steps, node, rule);
  if (declared === null) reportMissing(steps, node, place, rule);
  return declared === null || declared === 'reported' ? null : field(declared, 'subject');
}
