import { strictestStatus, type EntityStatus } from '@tamis/library';

import type { TransactionClient } from '../../../../platform/database/index.js';
import { type EffectOrigin, ruleOrigin, skippedJson, triggerOrigin } from '../domain/effect-origin.js';
import type { EffectOf, EffectReport } from '../domain/effect-report.js';
import type { StatusRefusal } from '../domain/entity-status-port.js';
import type { FiredTrigger } from '../domain/fired-triggers.js';
import { entityMoved } from '../domain/run-audit.js';
import type { RunSubject } from '../domain/run-subject.js';
import type { EffectTarget } from './apply-effects.js';

/** The status that somebody wants an entity to have. */
interface WantedStatus {
  readonly origin: EffectOrigin;
  readonly entityId: string;
  readonly status: string;
  readonly reason: string | null;
}

const refusals: Readonly<Record<StatusRefusal, { readonly code: string; readonly message: string }>> = {
  not_found: { code: 'STATUS_NOT_SET', message: 'the entity is deleted' },
  not_allowed: { code: 'STATUS_NOT_SET', message: 'a rule may not undo the status of the entity' },
  locked: { code: 'STATUS_LOCKED', message: 'the status of the entity is locked' },
};

/** A transaction is reviewed as a case, everything else by the status of its entity. */
function triggeredStatus({ recordType }: RunSubject, { trigger }: FiredTrigger): EntityStatus | null {
  if (trigger.action === 'block_entity') return 'blocked';
  return trigger.action === 'require_review' && recordType !== 'transaction' ? 'under_review' : null;
}

/** What rules and the scores of matrices want; a score that is about nobody is skipped. */
export function wantedStatuses(
  subject: RunSubject,
  effects: readonly EffectOf<'setStatus'>[],
  triggers: readonly FiredTrigger[],
  { skipped }: EffectReport,
): readonly WantedStatus[] {
  const byRules = effects.flatMap((effect): WantedStatus[] => {
    const { target, status, reason } = effect;
    return target.type === 'entity' && target.id !== null
      ? [{ origin: ruleOrigin(effect), entityId: target.id, status, reason }]
      : [];
  });
  const byScores = triggers.flatMap((fired): WantedStatus[] => {
    const status = triggeredStatus(subject, fired);
    if (status === null) return [];
    const origin = triggerOrigin(fired);
    if (subject.entity)
      return [{ origin, entityId: subject.entity.id, status, reason: `${fired.matrix.name}: ${fired.trigger.name}` }];
    skipped.push(skippedJson(origin, 'no_target'));
    return [];
  });
  return [...byRules, ...byScores];
}

/** The most restrictive status per entity; entities in the order of their ids, so that runs cannot wait for each other. */
export async function applyEntityStatuses(
  client: TransactionClient,
  { subject: { organizationId }, now, setEntityStatus }: EffectTarget,
  wanted: readonly WantedStatus[],
  { names, failures, entries }: EffectReport,
): Promise<string | null> {
  const entityIds = [...new Set(wanted.map(({ entityId }) => entityId))].sort();
  const set: string[] = [];
  for (const entityId of entityIds) {
    const own = wanted.filter((each) => each.entityId === entityId);
    const to = strictestStatus(own.map(({ status }) => status))!;
    const { origin, reason } = own.find(({ status }) => status === to)!;
    const change = { organizationId, entityId, status: to as EntityStatus, reason, by: origin.actor };
    const { outcome, before } = await setEntityStatus(client, change, now);
    if (outcome === 'set') entries.push(entityMoved(names, origin, { entityId, from: before!, to, reason }));
    if (outcome === 'set' || outcome === 'unchanged') set.push(to);
    else failures.push(...own.map((each) => ({ origin: each.origin, ...refusals[outcome] })));
  }
  return strictestStatus(set);
}
