import type { CallNode } from '../ast/call-node.js';
import { e0314 } from '../diagnostics/codes/e0314.js';
import { e0604 } from '../diagnostics/codes/e0604.js';
import { readMessage } from '../lower/lower-message.js';
import type { Type } from '../types/type.js';
import { checkExpression } from './check-expression.js';
import { foldConstant } from './fold-constant.js';
import type { ExpressionScope, RuleContext } from './rule-context.js';

const text: Type = { kind: 'text', collation: null };

/** Checks `text("…{x}…")`, whose placeholders are parsed and checked like those of a message. Returns `null` if an error was reported. */
export function checkTemplate(node: CallNode, place: ExpressionScope, rule: RuleContext): Type | null {
  const [template] = node.args;
  const own = template && checkExpression(template, place, rule);
  if (!template || !own) return null;
  const source = foldConstant(template, rule.resolutions);
  if (typeof source !== 'string') {
    rule.findings.add(e0314, template, { message: 'this must be a text, written here' });
    return null;
  }
  const { template: message, diagnostics } = readMessage(source);
  const [unread] = diagnostics;
  if (unread) {
    rule.findings.restate(unread, template, { message: unread.message });
    return null;
  }
  const outer = rule.findings;
  const inner = outer.fork();
  rule.findings = inner;
  for (const part of message.parts) if (typeof part !== 'string') checkExpression(part, place, rule);
  rule.findings = outer;
  const wrong = inner.all.find(({ severity }) => severity === 'error');
  if (wrong) {
    outer.add(e0604, template, {
      message: wrong.message,
      ...(wrong.help === undefined ? {} : { help: wrong.help }),
    });
    return null;
  }
  rule.resolutions.set(node, { kind: 'template', parts: message.parts });
  return text;
}
