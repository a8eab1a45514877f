import type { AppliedActions, Effect } from '@tamis/engine';
import type { EntityStatus } from '@tamis/library';
import type { JsonValue } from '@tamis/stdx';

import type { AuditEntry } from '../../../platform/audit/index.js';
import type { TransactionClient } from '../../../platform/database/index.js';
import { appendRuleItems } from '../../data-lists/index.js';
import type { SetEntityStatus, StatusRefusal } from '../domain/entity-status-port.js';
import { entityMoved, itemAdded, runNames, type RunNames } from '../domain/run-audit.js';
import type { Applied, Decided, RecordMove } from '../domain/run-report.js';
import type { RunSubject } from '../domain/run-subject.js';
import { strictestStatus } from '../domain/strictest-status.js';
import { applyAlerts } from './apply-alerts.js';

/** What effects are applied to. */
export interface EffectTarget {
  readonly subject: RunSubject;
  readonly decided: Decided;
  /** Wall-clock time. */
  readonly now: Date;
  readonly setEntityStatus: SetEntityStatus;
}

const namesOf = ({ subject, decided }: EffectTarget): RunNames => runNames(subject, decided.run.evaluationId);

type Of<K extends Effect['kind']> = Extract<Effect, { readonly kind: K }>;

const ofKind = <K extends Effect['kind']>(effects: readonly Effect[], kind: K): readonly Of<K>[] =>
  effects.filter((effect): effect is Of<K> => effect.kind === kind);

/** What could not be done, and why; it is listed and never fails the run. */
interface Failure {
  readonly effect: Effect;
  readonly code: string;
  readonly message: string;
}

/** Where effects say what became of them. */
interface Report {
  readonly failures: Failure[];
  readonly entries: AuditEntry[];
}

/** Effects that nothing here carries out yet: they are listed as failed, never lost. */
const notApplied: ReadonlySet<Effect['kind']> = new Set(['assign', 'openCase', 'runAutomation', 'notify']);

const notYet = (effect: Effect): Failure => ({
  effect,
  code: 'NOT_AVAILABLE',
  message: `\`${effect.kind}\` is not available here`,
});

const failureJson = ({ effect, code, message }: Failure): JsonValue => ({
  ruleId: effect.ruleId,
  type: effect.kind,
  action: effect.action,
  status: 'failed',
  code,
  message,
});

const refusals: Readonly<Record<StatusRefusal, Omit<Failure, 'effect'>>> = {
  not_found: { code: 'STATUS_NOT_SET', message: 'the entity is deleted' },
  not_allowed: { code: 'STATUS_NOT_SET', message: 'a rule may not undo the status of the entity' },
  locked: { code: 'STATUS_LOCKED', message: 'the status of the entity is locked' },
};

const skippedJson = (effect: Effect, reason: string): JsonValue => ({
  ruleId: effect.ruleId,
  type: effect.kind,
  action: effect.action,
  reason,
});

/**
 * Does what the hits of a run want done, inside the transaction that stores the run. Effects of shadow rules do nothing, and no
 * effect fires a run: rules react to what others do, never to each other.
 */
export async function applyEffects(client: TransactionClient, target: EffectTarget): Promise<Applied> {
  const live = target.decided.outcome.effects.filter(({ mode }) => mode === 'apply');
  const effects = live.filter(({ skipped }) => skipped === null);
  const failures: Failure[] = [];
  const skipped = live.flatMap((effect) => (effect.skipped === null ? [] : [skippedJson(effect, effect.skipped)]));
  const alerts = await applyAlerts(client, target, ofKind(effects, 'createAlert'));
  const statuses = ofKind(effects, 'setStatus');
  const entries: AuditEntry[] = [...alerts.entries];
  const status = await applyEntityStatuses(client, target, statuses, { failures, entries });
  const move = recordMove(target.subject, statuses, failures);
  skipped.push(...(await applyAdditions(client, target, ofKind(effects, 'addToList'), { failures, entries })));
  failures.push(...effects.filter(({ kind }) => notApplied.has(kind)).map(notYet));
  const customKeys = [...new Set(ofKind(effects, 'setKey').map(({ key }) => key))].sort();
  const actions: AppliedActions = {
    evaluationId: target.decided.run.evaluationId,
    alerts: alerts.shown,
    status,
    customKeys,
    ...(skipped.length > 0 && { skipped }),
    ...(failures.length > 0 && { failed: failures.map(failureJson) }),
  };
  return { actions, move, raised: alerts.raised, entries };
}

/** The most restrictive status per entity; entities in the order of their ids, so that runs cannot wait for each other. */
async function applyEntityStatuses(
  client: TransactionClient,
  target: EffectTarget,
  effects: readonly Of<'setStatus'>[],
  { failures, entries }: Report,
): Promise<string | null> {
  const { organizationId } = target.subject;
  const wanted = effects.filter(({ target: on }) => on.type === 'entity' && on.id !== null);
  const entityIds = [...new Set(wanted.map(({ target: on }) => on.id!))].sort();
  const set: string[] = [];
  for (const entityId of entityIds) {
    const own = wanted.filter(({ target: on }) => on.id === entityId);
    const status = strictestStatus(own.map((effect) => effect.status))!;
    const { ruleId, reason } = own.find((effect) => effect.status === status)!;
    const change = { organizationId, entityId, status: status as EntityStatus, reason, ruleId };
    const { outcome, before } = await target.setEntityStatus(client, change, target.now);
    if (outcome === 'set')
      entries.push(entityMoved(namesOf(target), { entityId, ruleId, from: before!, to: status, reason }));
    if (outcome === 'set' || outcome === 'unchanged') set.push(status);
    else for (const effect of own) failures.push({ effect, ...refusals[outcome] });
  }
  return strictestStatus(set);
}

/** The first legal move in the order of effects; the record is stored with it. */
function recordMove(
  { moves }: RunSubject,
  effects: readonly Of<'setStatus'>[],
  failures: Failure[],
): RecordMove | null {
  if (!moves) return null;
  let move: RecordMove | null = null;
  for (const effect of effects.filter(({ target }) => target.type === 'transaction')) {
    const from: string = move?.status ?? moves.from;
    if (from === effect.status) continue;
    if (move === null && moves.mayMove(from, effect.status))
      move = { status: effect.status, reason: effect.reason, ruleId: effect.ruleId };
    else {
      const message = `a transaction cannot go from ${from} to ${effect.status}`;
      failures.push({ effect, code: 'INVALID_STATUS_TRANSITION', message });
    }
  }
  return move;
}

async function applyAdditions(
  client: TransactionClient,
  target: EffectTarget,
  effects: readonly Of<'addToList'>[],
  { failures, entries }: Report,
): Promise<readonly JsonValue[]> {
  const { subject, decided, now } = target;
  const { evaluationId } = decided.run;
  const additions = effects.map(({ listId, value, reason, ruleId, ruleVersion }) => ({
    listId,
    value,
    reason,
    addedBy: { type: 'rule' as const, id: ruleId, ruleId, ruleVersion, evaluationId },
  }));
  const outcomes = await appendRuleItems(client, subject.organizationId, additions, now);
  return effects.flatMap((effect, index) => {
    const outcome = outcomes[index]!;
    if (outcome === 'added') entries.push(itemAdded(namesOf(target), effect));
    if (outcome === 'not_allowed') {
      failures.push({ effect, code: 'LIST_NOT_WRITABLE', message: 'rules add only to active lists of type custom' });
    }
    return outcome === 'duplicate' || outcome === 'empty' ? [skippedJson(effect, outcome)] : [];
  });
}
