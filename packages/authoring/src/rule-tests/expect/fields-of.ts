import { childExpressions, type CheckedRule, type Expression, type FieldDeclaration } from '@tamis/lang';

/** Returns the fields of the subject that an expression reads, including those behind names. */
export function fieldsOf(written: Expression, rule: CheckedRule): readonly FieldDeclaration[] {
  const node = rule.meaning.expanded(written);
  const resolution = rule.meaning.resolution(node);
  if (resolution?.kind === 'field') return resolution.scope === 'subject' ? [resolution.field] : [];
  if (resolution?.kind === 'let') {
    const named = rule.lets[resolution.index];
    return named ? fieldsOf(named.value, rule) : [];
  }
  return childExpressions(node).flatMap((child) => fieldsOf(child, rule));
}
