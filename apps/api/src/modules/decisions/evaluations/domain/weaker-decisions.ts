import { type SetRule, valueToJson, type WhatIf, whatIf } from '@tamis/engine';
import { type Expression, printExpression, type SourceRange } from '@tamis/lang';
import type { Decision } from '@tamis/library';

import { hasPermission, type Principal } from '../../../../platform/auth/index.js';
import { explainedTo } from './masking.js';
import type { StoredEvaluation } from './stored-evaluation.js';

/** A comparison that would have a different result, in structured form. */
interface ChangedPart {
  readonly ruleId: string;
  /** The comparison as printed. */
  readonly comparison: string;
  readonly becomes: boolean;
  readonly field: string | null;
  /** New value, for a change of a field. */
  readonly value: unknown;
  /** New number of records, for a change of an aggregate. */
  readonly count: number | null;
}

/** A rule whose threshold is just beyond the record's value. A dry run of it shows how many other records would be affected. */
interface TrialRule {
  readonly ruleId: string;
  readonly ruleKey: string;
  readonly source: string;
}

export interface WeakerDecision {
  /** The changed values of the record, in words. */
  readonly change: string;
  readonly parts: readonly ChangedPart[];
  readonly decision: Decision;
  /** Ids of the rules whose results would have differed. */
  readonly rulesChanged: readonly string[];
  /** `null` if no single threshold corresponds to the change, or the caller may not see it. */
  readonly trial: TrialRule | null;
}

type Step = WhatIf['steps'][number];

/** For each operator, the one that makes a threshold at the record's own value fail. */
const beyond: Readonly<Record<string, string>> = { gt: '>', gte: '>', lt: '<', lte: '<' };
const literals = ['$money', '$number', '$duration', '$distance'];

/** Returns changes of the record that would have led to a weaker decision. */
export function findWeakerDecisions(stored: StoredEvaluation, principal: Principal): readonly WeakerDecision[] {
  const { context, facts } = stored;
  const { set, run } = stored.decided;
  const goal = { kind: 'decision', which: 'weaker' } as const;
  const ruleOf = (index: number): SetRule => set.compiled.rules[index]!;
  return whatIf(set.compiled, { context, facts, params: run }, goal).map((found) => ({
    change: found.changes.join(' and '),
    parts: found.steps.map((step) => changedPart(ruleOf(step.rule), step)),
    decision: found.decision,
    rulesChanged: found.rulesChanged.map((index) => ruleOf(index).content.ruleId),
    trial: found.steps.length === 1 ? trialOf(stored, principal, found.steps[0]!) : null,
  }));
}

function changedPart({ content }: SetRule, { change }: Step): ChangedPart {
  const { leaf, answer } = change;
  const told = { ruleId: content.ruleId, comparison: printExpression(leaf), becomes: answer };
  return change.kind === 'field'
    ? { ...told, field: change.field.path, value: change.value, count: null }
    : { ...told, field: null, value: null, count: change.count };
}

/** Returns a rule with a stricter threshold: for a record of 812.50 USD, the comparison `>= 500 USD` becomes `> 812.50 USD`. */
function trialOf({ decided, context, facts }: StoredEvaluation, principal: Principal, step: Step): TrialRule | null {
  const { leaf, answer } = step.change;
  if (answer || leaf.kind !== 'operation' || !hasPermission(principal.scopes, 'rules:read')) return null;
  const [left] = leaf.operands;
  const sign = beyond[leaf.operator];
  if (!left?.range || !leaf.range || sign === undefined) return null;
  const inspector = decided.set.compiled.inspectRule(step.rule, context, facts, decided.run);
  const { checked, content } = inspector.rule;
  const { isHidden } = explainedTo(principal);
  if (checked.meaning.constant(left) !== undefined || isHidden?.(left, checked)) return null;
  const value = literalOf(valueToJson(inspector.value(left), checked.meaning.type(left)));
  if (value === null) return null;
  const source = replaceRange(content.source, leaf.range, `${textOf(content.source, left)} ${sign} ${value}`);
  return { ruleId: content.ruleId, ruleKey: checked.key, source };
}

/** Returns the literal of an ordered value; `null` for any other value. */
function literalOf(json: unknown): string | null {
  if (typeof json === 'number') return String(json);
  if (typeof json !== 'object' || json === null) return null;
  const [name = '', text] = Object.entries(json)[0] ?? [];
  return literals.includes(name) && typeof text === 'string' ? text : null;
}

/** Returns the offset of a position in a text. */
function offsetOf(source: string, { line, character }: SourceRange['start']): number {
  const before = source.split('\n').slice(0, line);
  return before.reduce((sum, text) => sum + text.length + 1, character);
}

const textOf = (source: string, { range }: Expression): string =>
  range ? source.slice(offsetOf(source, range.start), offsetOf(source, range.end)) : '';

const replaceRange = (source: string, { start, end }: SourceRange, by: string): string =>
  source.slice(0, offsetOf(source, start)) + by + source.slice(offsetOf(source, end));
