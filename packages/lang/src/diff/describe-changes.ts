import type { Action } from '../ast/action.js';
import type { RuleDeclaration } from '../ast/rule-declaration.js';
import { sameTree } from '../ast/same-tree.js';
import { headerOrder, type HeaderName } from '../print/header-nodes.js';
import { singleLine } from '../print/print-context.js';
import { printAction } from '../print/print-action.js';
import { printExpression } from '../print/print-expression.js';
import { headerText, headerWord } from '../print/print-header.js';
import { alignItems } from './align-items.js';
import { describeCondition } from './describe-condition.js';

function describeHeader(before: RuleDeclaration, after: RuleDeclaration, name: HeaderName): string[] {
  const [old, current] = [headerText(before, name), headerText(after, name)];
  if (old === current) return [];
  const word = headerWord(name);
  if (old === null) return [`sets ${word} ${current ?? ''}`];
  return current === null ? [`removes ${word} ${old}`] : [`${word} ${old} → ${current}`];
}

const quoted = (text: string | undefined): string => (text === undefined ? 'none' : `"${text}"`);

/** Lets are matched by name. */
function describeLets(before: RuleDeclaration, after: RuleDeclaration): string[] {
  const changes = alignItems(before.lets, after.lets, (a, b) => a.name.text === b.name.text).flatMap(
    ([old, current]) => {
      if (!old) return current ? [`adds let ${current.name.text} = ${printExpression(current.value)}`] : [];
      if (!current) return [`removes let ${old.name.text}`];
      return describeCondition(old.value, current.value, '').map((change) => `let ${current.name.text}: ${change}`);
    },
  );
  return orReordered(changes, before.lets, after.lets, 'let');
}

/** If no items changed, reports a change of their order. */
const orReordered = (changes: readonly string[], before: unknown, after: unknown, what: string): string[] =>
  changes.length === 0 && !sameTree(before, after) ? [`order of ${what}`] : [...changes];

const shown = (action: Action): string => printAction(action, singleLine);

/** Actions of the same kind in the same order count as the same action. */
function describeActions(before: readonly Action[], after: readonly Action[]): string[] {
  const changes = alignItems(before, after, (a, b) => a.kind === b.kind).flatMap(([old, current]) => {
    if (!old) return current ? [`adds ${shown(current)}`] : [];
    if (!current) return [`removes ${shown(old)}`];
    return sameTree(old, current) ? [] : [`${shown(old)} → ${shown(current)}`];
  });
  return orReordered(changes, before, after, 'then');
}

/** Tests are matched by title. */
function describeTests(before: RuleDeclaration, after: RuleDeclaration): string[] {
  const changes = alignItems(before.tests, after.tests, (a, b) => a.title.value === b.title.value).flatMap(
    ([old, current]) => {
      if (!old) return current ? [`adds test "${current.title.value}"`] : [];
      if (!current) return [`removes test "${old.title.value}"`];
      return sameTree(old, current) ? [] : [`changes test "${current.title.value}"`];
    },
  );
  return orReordered(changes, before.tests, after.tests, 'tests');
}

/**
 * Describes what changed between two versions of a rule, in words for a reviewer: one change per line, in the order of the rule, such as
 * `threshold 4 → 3`, `score 25 → 30`, `adds alert HIGH "…"`. Empty if the trees are equal; comments and layout do not count as changes.
 */
export function describeChanges(before: RuleDeclaration, after: RuleDeclaration): string[] {
  const condition = before.when && after.when ? describeCondition(before.when, after.when) : [];
  const [oldUnknown, unknown] = [before.unknown?.text ?? 'ignore', after.unknown?.text ?? 'ignore'];
  return [
    ...(before.key.text === after.key.text ? [] : [`key ${before.key.text} → ${after.key.text}`]),
    ...(before.title?.value === after.title?.value
      ? []
      : [`title ${quoted(before.title?.value)} → ${quoted(after.title?.value)}`]),
    ...headerOrder.flatMap((name) => describeHeader(before, after, name)),
    ...describeLets(before, after),
    ...condition,
    ...(oldUnknown === unknown ? [] : [`unknown ${oldUnknown} → ${unknown}`]),
    ...describeActions(before.actions, after.actions),
    ...describeTests(before, after),
  ];
}
