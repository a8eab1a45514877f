import type { Expression } from '../ast/expression.js';
import type { MessageTemplate } from '../ast/message-template.js';
import { e0604 } from '../diagnostics/codes/e0604.js';
import { e0906 } from '../diagnostics/codes/e0906.js';
import { limits } from '../limits.js';
import { fixesInText } from '../lower/lower-message.js';
import { checkExpression } from './check-expression.js';
import { atSubject, type RuleContext } from './rule-context.js';

/** A value of the condition can be used in a message once it has a name. */
const bindingNameOf = (hole: Expression): string | undefined =>
  hole.kind === 'path' && hole.steps.length === 1
    ? `a hole holds a field or a \`let\`: name the value above \`when\`, \`let ${hole.steps[0] ?? ''} = …\``
    : undefined;

/** Checks a message and its placeholders, which are checked like code. */
export function checkMessage(message: MessageTemplate, rule: RuleContext): void {
  if ([...message.source].length > limits.messageCodePoints)
    rule.findings.add(e0906, message, { message: `a message has at most ${limits.messageCodePoints} characters` });
  for (const part of message.parts) {
    if (typeof part === 'string') continue;
    const outer = rule.findings;
    rule.findings = outer.fork();
    const type = checkExpression(part, { ...atSubject, inMessage: true }, rule);
    const [inner] = rule.findings.all.filter((finding) => finding.severity === 'error');
    rule.findings = outer;
    if (inner) {
      const { code, message: text, fixes } = inner;
      const help = inner.help ?? (code === 'E0202' ? bindingNameOf(part) : undefined);
      outer.add(e0604, part, {
        message: text,
        ...(help === undefined ? {} : { help }),
        ...(fixes === undefined ? {} : { fixes: fixesInText(fixes) }),
      });
    } else if (type?.kind === 'listref') outer.add(e0604, part, { message: 'a data list has no text form' });
  }
}
