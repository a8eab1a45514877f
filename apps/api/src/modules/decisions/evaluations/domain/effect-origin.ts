import type { Effect } from '@tamis/engine';
import type { ActionType } from '@tamis/lang';
import type { JsonValue } from '@tamis/stdx';

import { type AuditActor, rulesActor } from '../../../../platform/audit/index.js';
import type { FiredTrigger } from './fired-triggers.js';

/** What wants something done: an action of a rule that hit, or a score trigger of a matrix. */
export interface EffectOrigin {
  /** Of the rule or the matrix. */
  readonly id: string;
  readonly actor: AuditActor;
  /** As entries of the trail name it. */
  readonly related: { readonly ruleId: string } | { readonly riskMatrixId: string };
  /** As lists of what failed or was skipped name it. */
  readonly told: { readonly [member: string]: JsonValue };
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

/** The `type` of the action (shapes 2.4) that wants it. */
function actionTypeOf(effect: Effect): ActionType {
  if (effect.kind !== 'setStatus') return actionTypes[effect.kind];
  return effect.target.type === 'transaction' ? 'updateTransactionStatus' : 'updateEntityStatus';
}

export const ruleOrigin = (effect: Effect): EffectOrigin => ({
  id: effect.ruleId,
  actor: rulesActor(effect.ruleId),
  related: { ruleId: effect.ruleId },
  told: { ruleId: effect.ruleId, type: actionTypeOf(effect), action: effect.action },
});

export const triggerOrigin = ({ matrix, trigger, index }: FiredTrigger): EffectOrigin => ({
  id: matrix.matrixId,
  actor: { type: 'system', id: matrix.matrixId, name: `risk matrix ${matrix.key}` },
  related: { riskMatrixId: matrix.matrixId },
  told: { riskMatrixId: matrix.matrixId, type: trigger.action, action: `triggers.${index}` },
});

/** What could not be done, and why; it is listed and never fails the run. */
export interface EffectFailure {
  readonly origin: EffectOrigin;
  readonly code: string;
  readonly message: string;
}

export const failureJson = ({ origin, code, message }: EffectFailure): JsonValue => ({
  ...origin.told,
  status: 'failed',
  code,
  message,
});

/** What was not to be done after all: `duplicate`, `empty`, `no_target`, `stopped`. */
export const skippedJson = ({ told }: EffectOrigin, reason: string): JsonValue => ({ ...told, reason });
