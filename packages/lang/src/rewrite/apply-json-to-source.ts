import { ruleDeclaration, type RuleDeclaration } from '../ast/rule-declaration.js';
import { sameTree } from '../ast/same-tree.js';
import { printRule } from '../print/print-rule.js';
import { editActions, editLets, editUnknown, editWhen } from './edit-body.js';
import type { Versions } from './edit-expression.js';
import { editHeaders } from './edit-headers.js';
import { ParsedRule } from './parsed-rule.js';
import { applyEdits, type TextEdit } from './text-edit.js';

const bodyEdits = (versions: Versions, whole: boolean): readonly TextEdit[] => [
  ...editHeaders(versions),
  ...editLets(versions),
  ...editWhen(versions, whole),
  ...editUnknown(versions),
  ...editActions(versions),
];

/** Whether the new text contains exactly the new rule, and everything else is as in the old text. */
function isFaithful(text: string, { before, after }: Versions): boolean {
  const read = ParsedRule.parse(text, after.rule.key.text);
  if (read === null || !sameTree(read.rule, after.rule)) return false;
  const others = ({ file, rule }: ParsedRule): readonly unknown[] =>
    file.declarations.filter((declaration) => declaration !== rule);
  return sameTree(others(read), others(before));
}

/**
 * Writes a rule that was changed in its JSON form back into its source. Only the parts that differ are rewritten, in the format of the
 * formatter; comments, layout, tests and all other declarations stay. `after` comes from `decodeRule` and has no tests; those of the source
 * stay. The result is verified by parsing it. If small changes do not lead to the new rule, the condition, and as a last resort the whole
 * rule, is printed anew, and comments inside it are lost.
 *
 * Throws a RangeError when the source has syntax errors or does not hold the rule `before`.
 */
export function applyJsonToSource(source: string, before: RuleDeclaration, after: RuleDeclaration): string {
  const mark = source.startsWith('\uFEFF') ? '\uFEFF' : '';
  const text = source.slice(mark.length);
  const old = ParsedRule.parse(text, before.key.text);
  if (old === null) throw new RangeError(`the source does not hold a readable rule ${before.key.text}`);
  const { kind: _kind, range: _range, ...parts } = after;
  const printed = printRule(ruleDeclaration({ ...parts, tests: old.rule.tests }));
  const now = ParsedRule.parse(printed, after.key.text);
  if (now === null) throw new RangeError(`the rule ${after.key.text} cannot be written as text`);
  const versions: Versions = { before: old, after: now };
  for (const whole of [false, true]) {
    const written = applyEdits(text, bodyEdits(versions, whole));
    if (isFaithful(written, versions)) return mark + written;
  }
  const span = old.span(old.rule);
  return mark + applyEdits(text, [{ ...span, newText: printed }]);
}
