import type { Effect } from '@tamis/engine';
import type { JsonValue } from '@tamis/stdx';

import { type AuditActor, rulesActor } from '../../../platform/audit/index.js';
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

export const ruleOrigin = ({ ruleId, kind, action }: Effect): EffectOrigin => ({
  id: ruleId,
  actor: rulesActor(ruleId),
  related: { ruleId },
  told: { ruleId, type: kind, action },
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
