import { type SetRule, valueToJson, type WhatIf, whatIf } from '@tamis/engine';
import { type Expression, printExpression, type SourceRange } from '@tamis/lang';
import type { Decision } from '@tamis/library';

import { hasPermission, type Principal } from '../../../../platform/auth/index.js';
import { explainedTo } from './masking.js';
import type { StoredEvaluation } from './stored-evaluation.js';

/** One comparison that would come out otherwise, as data. */
interface ChangedPart {
  readonly ruleId: string;
  /** As it is written. */
  readonly comparison: string;
  readonly becomes: boolean;
  readonly field: string | null;
  /** Of a field. */
  readonly value: unknown;
  /** Of records that an aggregate counts. */
  readonly count: number | null;
}

/** A rule whose limit lies just beyond the record: a dry run of it says how many others it would change. */
interface TrialRule {
  readonly ruleId: string;
  readonly ruleKey: string;
  readonly source: string;
}

export interface WeakerDecision {
  /** Values of the record, in words. */
  readonly change: string;
  readonly parts: readonly ChangedPart[];
  readonly decision: Decision;
  /** Ids of the rules that would have come out otherwise. */
  readonly rulesChanged: readonly string[];
  /** Null: no single limit stands for the change, or it is not for the caller. */
  readonly trial: TrialRule | null;
}

type Step = WhatIf['steps'][number];

/** Beyond a value that meets it, a limit is not met. */
const beyond: Readonly<Record<string, string>> = { gt: '>', gte: '>', lt: '<', lte: '<' };
const literals = ['$money', '$number', '$duration', '$distance'];

/** Changes of the record that would have led to a weaker decision. */
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

/** The comparison `>= 500 USD` of a record of 812.50 USD becomes `> 812.50 USD`. */
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

/** Null: no value that has an order. */
function literalOf(json: unknown): string | null {
  if (typeof json === 'number') return String(json);
  if (typeof json !== 'object' || json === null) return null;
  const [name = '', text] = Object.entries(json)[0] ?? [];
  return literals.includes(name) && typeof text === 'string' ? text : null;
}

/** Where a position is in a text. */
function offsetOf(source: string, { line, character }: SourceRange['start']): number {
  const before = source.split('\n').slice(0, line);
  return before.reduce((sum, text) => sum + text.length + 1, character);
}

const textOf = (source: string, { range }: Expression): string =>
  range ? source.slice(offsetOf(source, range.start), offsetOf(source, range.end)) : '';

const replaceRange = (source: string, { start, end }: SourceRange, by: string): string =>
  source.slice(0, offsetOf(source, start)) + by + source.slice(offsetOf(source, end));
