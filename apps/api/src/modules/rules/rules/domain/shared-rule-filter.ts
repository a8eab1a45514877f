import { foldText } from '@tamis/stdx';

import { withDefaults } from './rule-headers.js';
import type { Rule } from './rule.js';

/** The filters and the order of a list of rules, as given in its query. */
export interface RuleFilter {
  readonly ruleIds?: readonly string[];
  readonly status?: string;
  readonly category?: string;
  readonly enabled?: boolean;
  readonly targetEntityType?: string;
  readonly key?: string;
  readonly owner?: string;
  readonly tags?: readonly string[];
  readonly guard?: 'tripped';
  readonly search?: string;
  readonly sortBy: 'name' | 'priority' | 'createdAt' | 'updatedAt' | 'score';
  readonly sortOrder: 'asc' | 'desc';
}

/** Filters and orders rules that no table of the reader contains, in the same way as the database does for own rules. */
export function filterShared<Each extends { readonly rule: Rule }>(
  all: readonly Each[],
  filter: RuleFilter,
): readonly Each[] {
  const found = all.filter(({ rule }) => isFound(rule, filter));
  const sign = filter.sortOrder === 'asc' ? 1 : -1;
  return found.sort((a, b) => sign * (compare(a.rule, b.rule, filter.sortBy) || (a.rule.id < b.rule.id ? -1 : 1)));
}

function isFound(rule: Rule, filter: RuleFilter): boolean {
  const headers = withDefaults(rule.text.form);
  const { ruleIds, status, category, enabled, targetEntityType, key, owner, tags = [], guard, search } = filter;
  const is = (wanted: unknown, value: unknown): boolean => wanted === undefined || wanted === value;
  const searched = [headers.name, headers.key, headers.description].map(foldText);
  return (
    // A child organization has no guards on rules of its parent.
    guard === undefined &&
    (ruleIds === undefined || ruleIds.includes(rule.id)) &&
    is(status, rule.status) &&
    is(category, headers.category) &&
    is(enabled, rule.enabled) &&
    is(key, headers.key) &&
    is(owner, headers.owner) &&
    (targetEntityType === undefined || headers.targetEntityTypes.includes(targetEntityType)) &&
    tags.every((tag) => headers.tags.includes(tag)) &&
    (search === undefined || searched.some((text) => text.includes(foldText(search))))
  );
}

function compare(a: Rule, b: Rule, by: RuleFilter['sortBy']): number {
  if (by === 'createdAt' || by === 'updatedAt') return a[by].getTime() - b[by].getTime();
  const [left, right] = [withDefaults(a.text.form), withDefaults(b.text.form)];
  return by === 'name' ? left.name.localeCompare(right.name) : left[by] - right[by];
}
