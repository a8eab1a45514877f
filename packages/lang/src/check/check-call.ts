import type { CallNode } from '../ast/call-node.js';
import type { Declaration } from '../catalogue/declaration.js';
import type { Signature } from '../catalogue/signature.js';
import { e0201 } from '../diagnostics/codes/e0201.js';
import { e0203 } from '../diagnostics/codes/e0203.js';
import { e0212 } from '../diagnostics/codes/e0212.js';
import { e0301 } from '../diagnostics/codes/e0301.js';
import { e0305 } from '../diagnostics/codes/e0305.js';
import { e0314 } from '../diagnostics/codes/e0314.js';
import { e0412 } from '../diagnostics/codes/e0412.js';
import { e0913 } from '../diagnostics/codes/e0913.js';
import { w1113 } from '../diagnostics/codes/w1113.js';
import { didYouMean } from '../diagnostics/did-you-mean.js';
import { limits } from '../limits.js';
import { formatPath } from '../paths/path-syntax.js';
import type { Type } from '../types/type.js';
import { typeName } from '../types/type-name.js';
import { checkExpression } from './check-expression.js';
import { checkImpossibleValues } from './check-literals.js';
import { checkTemplate } from './check-template.js';
import { foldConstant } from './fold-constant.js';
import { expandDefinition } from './expand-name.js';
import { acceptsCount, resolveOverload, misplacedOperand, typesAtVariable } from './resolve-overload.js';
import { rejectsCalendarLength, rejectsMixedDurations } from './mixed-durations.js';
import type { ExpressionScope, RuleContext } from './rule-context.js';

function reportUnknown(node: CallNode, rule: RuleContext): null {
  const definitions = [...rule.names.values()].filter((each) => each.kind === 'define');
  const [closest] = didYouMean(node.name, [
    ...rule.catalogue.functions.map((each) => each.name),
    ...definitions.map((each) => each.declaration.name.text),
  ]);
  rule.findings.add(e0203, node, {
    message: `there is no function \`${node.name}\``,
    ...(closest === undefined ? {} : { help: `did you mean \`${closest}\`?` }),
  });
  return null;
}

/** Checks arguments that must be literals. Returns `false` after reporting one that is not, or is not allowed. */
function checkConstants(node: CallNode, signature: Signature, rule: RuleContext): boolean {
  for (const { operand, accepts, expected } of signature.constants ?? []) {
    const arg = node.args[operand];
    if (!arg) continue;
    const value = foldConstant(arg, rule.resolutions);
    if (value === undefined) rule.findings.add(e0314, arg, { message: `this must be ${expected}, written here` });
    else if (!accepts(value)) rule.findings.add(e0305, arg, { message: `this is not ${expected}` });
    else continue;
    return false;
  }
  return true;
}

function checkMembers(node: CallNode, signature: Signature, type: Type, rule: RuleContext): Type | null {
  if (node.members.length === 0) return type;
  const member = signature.members?.(node.members) ?? (type.kind === 'any' ? type : null);
  if (member) return member;
  rule.findings.add(e0201, node, {
    message: `\`${node.name}(…)\` has no field \`${formatPath(node.members)}\``,
    ...(signature.members ? {} : { help: 'remove what follows the call' }),
  });
  return null;
}

function reportTypeMismatch(node: CallNode, declaration: Declaration, types: readonly Type[], rule: RuleContext): null {
  const fitting = declaration.signatures.filter((each) => acceptsCount(each, types.length));
  const index = misplacedOperand(fitting, types) ?? 0;
  rule.findings.add(e0301, node.args[index] ?? node, {
    message: `\`${declaration.form}\` does not take ${typeName(types[index] ?? { kind: 'any' })} here`,
  });
  return null;
}

/** Returns `false` after reporting a call that would be made for every record of a window. */
function countCall(node: CallNode, place: ExpressionScope, rule: RuleContext): boolean {
  rule.countedCalls.push(node);
  if (!place.record) return true;
  rule.findings.add(e0412, node, {
    message: `\`${node.name}\` would be called for every record of the window`,
    help: 'call it on the current event, outside the aggregate',
  });
  return false;
}

function checkFunction(
  node: CallNode,
  declaration: Declaration,
  place: ExpressionScope,
  rule: RuleContext,
): Type | null {
  const own = node.args.map((arg) => checkExpression(arg, inside(place), rule));
  if (!declaration.signatures.some((signature) => acceptsCount(signature, node.args.length))) {
    rule.findings.add(e0212, node, {
      message: `\`${node.name}\` has ${node.args.length} arguments`,
      help: `it is written \`${declaration.form}\``,
    });
    return null;
  }
  if (own.includes(null)) return null;
  const types = own as Type[];
  const fit = resolveOverload(declaration.signatures, types);
  if (!fit) return reportTypeMismatch(node, declaration, types, rule);
  if (!checkConstants(node, fit.signature, rule)) return null;
  if (!checkImpossibleValues(node.args, fit.operandTypes, rule)) return null;
  if (rejectsMixedDurations(node, typesAtVariable(fit), rule)) return null;
  if (rejectsCalendarLength(node, fit.signature, fit.operandTypes, rule)) return null;
  const type = checkMembers(node, fit.signature, fit.signature.result(fit.operandTypes), rule);
  if (!type) return null;
  if (declaration.deprecated)
    rule.findings.add(w1113, node, {
      message: `\`${node.name}\` is deprecated`,
      help: `use \`${declaration.deprecated.successor}\``,
    });
  rule.resolutions.set(node, { kind: 'application', declaration, ...fit });
  return declaration.mostCalls && !countCall(node, place, rule) ? null : type;
}

/** The expected kind of the whole expression does not apply to its parts. */
const inside = ({ expectedKind: _wanted, ...place }: ExpressionScope): ExpressionScope => place;

/** Checks `hour(t)`, `near_limit(amount)`, `lookup(blocked, origin.taxId).riskScore`. */
export function checkCall(node: CallNode, place: ExpressionScope, rule: RuleContext): Type | null {
  if (node.args.length > limits.argumentsPerCall) {
    rule.findings.add(e0913, node, {
      message: `a call takes at most ${limits.argumentsPerCall} arguments, this one has ${node.args.length}`,
    });
    return null;
  }
  const declaration = rule.catalogue.function(node.name);
  if (declaration) {
    const isTemplate = node.name === 'text' && node.args.length === 1 && node.members.length === 0;
    return isTemplate ? checkTemplate(node, inside(place), rule) : checkFunction(node, declaration, place, rule);
  }
  const definition = rule.names.get(node.name);
  if (definition?.kind !== 'define') return reportUnknown(node, rule);
  if (node.members.length > 0) {
    rule.findings.add(e0201, node, {
      message: `\`${node.name}\` is a definition, whose value has no field \`${formatPath(node.members)}\``,
    });
    return null;
  }
  return expandDefinition(node, definition, inside(place), rule);
}
