import { type Effect, type MatrixContent, type ScoreTrigger, platformTriggerNames } from '@tamis/engine';
import type { ActionType, SettingsJson, Target } from '@tamis/lang';
import type { JsonValue } from '@tamis/stdx';
import { type AuditActor, rulesActor, type AuditEntry } from '../../../../platform/audit/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import type { EvaluationRefs } from './evaluation-events.js';
import type { AppliedEffects, EvaluationResult } from './evaluation-report.js';
import { platformTriggers } from '@tamis/library';

/** All platform names of triggers. */
export const evaluationTriggers: readonly string[] = [
  ...new Set(Object.values(platformTriggers).flatMap((words) => Object.values(words))),
];

/** Returns the platform name of a trigger: `entity_created` for `created` of a person. */
export function toPlatformTrigger(target: Target, word: string): string {
  const name = platformTriggerNames[target][word];
  if (name === undefined) throw new Error(`${target} has no trigger \`${word}\``);
  return name;
}

/** Returns the word used in rules for a platform trigger name. */
export function toRuleTrigger(target: Target, name: string): string {
  const found = Object.entries(platformTriggerNames[target]).find(([, platform]) => platform === name);
  if (!found) throw new Error(`${target} has no trigger named \`${name}\``);
  return found[0];
}

/** A score trigger whose condition holds after an evaluation. */
export interface FiredTrigger {
  readonly matrix: MatrixContent;
  readonly trigger: ScoreTrigger;
  /** Index among the triggers of its matrix. */
  readonly index: number;
  /** Scores of the matrix: normalized, and in points. */
  readonly riskScore: number;
  readonly totalScore: number;
}

const compare: Readonly<Record<ScoreTrigger['condition']['operator'], (score: number, value: number) => boolean>> = {
  eq: (score, value) => score === value,
  neq: (score, value) => score !== value,
  gt: (score, value) => score > value,
  gte: (score, value) => score >= value,
  lt: (score, value) => score < value,
  lte: (score, value) => score <= value,
};

/**
 * Returns the triggers fired by the scores of matrices, in evaluation order. Nothing is fired by shadow matrices, by a matrix none of whose
 * rules ran, or if a single rule was evaluated.
 */
export function firedTriggers({ set, outcome, ruleId }: EvaluationResult): readonly FiredTrigger[] {
  if (ruleId !== undefined) return [];
  return (outcome.matrices ?? []).flatMap(({ matrix: key, shadow, rulesEvaluated, normalizedScore, totalScore }) => {
    const matrix = set.content.matrices?.find((each) => each.key === key);
    if (shadow || rulesEvaluated === 0) return [];
    return (matrix?.triggers ?? []).flatMap((trigger, index): FiredTrigger[] => {
      const { operator, value } = trigger.condition;
      if (!compare[operator](normalizedScore, value)) return [];
      return [{ matrix: matrix!, trigger, index, riskScore: normalizedScore, totalScore }];
    });
  });
}

/** Returns the effects of an evaluation that has none. */
export const noEffects = (evaluationId: string | null): AppliedEffects => ({
  actions: { evaluationId, alerts: [], status: null, customKeys: [] },
  ...{ move: null, raised: [], events: [], entries: [] },
});

/** Collects what became of the effects of an evaluation. */
export interface EffectReport {
  readonly names: EvaluationRefs;
  readonly failures: EffectFailure[];
  readonly skipped: JsonValue[];
  readonly entries: AuditEntry[];
  readonly events: OutboxEvent[];
}

export type EffectOf<K extends Effect['kind']> = Extract<Effect, { readonly kind: K }>;

export const effectsOf = <K extends Effect['kind']>(effects: readonly Effect[], kind: K): readonly EffectOf<K>[] =>
  effects.filter((effect): effect is EffectOf<K> => effect.kind === kind);

/** Returns a setting from the `with { … }` clause of an action. Types were verified by the checker. */
export const textSetting = (settings: SettingsJson | undefined, name: string): string | null => {
  const value = settings?.[name];
  return typeof value === 'string' ? value : null;
};

export const numberSetting = (settings: SettingsJson | undefined, name: string): number | null => {
  const value = settings?.[name];
  return typeof value === 'number' ? value : null;
};

export const tagsSetting = (settings: SettingsJson | undefined): readonly string[] => {
  const value = settings?.['tags'];
  return Array.isArray(value) ? value.filter((tag): tag is string => typeof tag === 'string') : [];
};

/** Origin of an effect: an action of a rule that hit, or a score trigger of a matrix. */
export interface EffectOrigin {
  /** Id of the rule or matrix. */
  readonly id: string;
  readonly actor: AuditActor;
  /** Id under which audit entries refer to it. */
  readonly related: { readonly ruleId: string } | { readonly riskMatrixId: string };
  /** Description used in the lists of failed and skipped effects. */
  readonly descriptor: { readonly [member: string]: JsonValue };
}

const actionTypes: Readonly<Record<Exclude<Effect['kind'], 'setStatus'>, ActionType>> = {
  createAlert: 'createAlert',
  suggest: 'suggestion',
  addToList: 'addFieldToCustomList',
  setKey: 'setCustomKeys',
  assign: 'assignUser',
  openCase: 'createInvestigation',
  runAutomation: 'runAutomation',
  notify: 'sendNotification',
};

/** Returns the `type` (shapes 2.4) of the action that requests the effect. */
function actionTypeOf(effect: Effect): ActionType {
  if (effect.kind !== 'setStatus') return actionTypes[effect.kind];
  return effect.target.type === 'transaction' ? 'updateTransactionStatus' : 'updateEntityStatus';
}

export const ruleOrigin = (effect: Effect): EffectOrigin => ({
  id: effect.ruleId,
  actor: rulesActor(effect.ruleId),
  related: { ruleId: effect.ruleId },
  descriptor: { ruleId: effect.ruleId, type: actionTypeOf(effect), action: effect.action },
});

export const triggerOrigin = ({ matrix, trigger, index }: FiredTrigger): EffectOrigin => ({
  id: matrix.matrixId,
  actor: { type: 'system', id: matrix.matrixId, name: `risk matrix ${matrix.key}` },
  related: { riskMatrixId: matrix.matrixId },
  descriptor: { riskMatrixId: matrix.matrixId, type: trigger.action, action: `triggers.${index}` },
});

/** An effect that could not be applied, and why. It is reported and never fails the evaluation. */
export interface EffectFailure {
  readonly origin: EffectOrigin;
  readonly code: string;
  readonly message: string;
}

export const failureJson = ({ origin, code, message }: EffectFailure): JsonValue => ({
  ...origin.descriptor,
  status: 'failed',
  code,
  message,
});

/** Returns the description of a skipped effect, with the reason: `duplicate`, `empty`, `no_target`, `stopped`. */
export const skippedJson = ({ descriptor: told }: EffectOrigin, reason: string): JsonValue => ({ ...told, reason });
