import type { AppliedActions } from '@tamis/engine';

import type { TransactionClient } from '../../../../platform/database/index.js';
import type { AlertBatch } from '../../../casework/alerts/index.js';
import { appendRuleItems } from '../../data-lists/index.js';
import { type EffectOf, type EffectReport, effectsOf } from '../domain/effect-report.js';
import { failureJson, ruleOrigin, skippedJson } from '../domain/effect-origin.js';
import type { SetEntityStatus } from '../domain/entity-status-port.js';
import { firedTriggers } from '../domain/fired-triggers.js';
import { itemAdded, runNames } from '../domain/run-audit.js';
import type { Applied, Decided, RecordMove } from '../domain/run-report.js';
import type { RunSubject } from '../domain/run-subject.js';
import { applyAlerts } from './apply-alerts.js';
import { applyCases, lockOpenCases, wantedCases } from './apply-cases.js';
import { applyNotifications } from './apply-notifications.js';
import { applyEntityStatuses, wantedStatuses } from './apply-entity-statuses.js';
import { Assignees } from './assignees.js';

/** What effects are applied to. */
export interface EffectTarget {
  readonly subject: RunSubject;
  readonly decided: Decided;
  /** Wall-clock time. */
  readonly now: Date;
  readonly setEntityStatus: SetEntityStatus;
  /** Takes the alerts of all runs that are decided together. */
  readonly alerts: AlertBatch;
}

/** A rule that names an automation cannot be put in force; one that was before is told of, and never lost. */
function refuseAutomations(effects: readonly EffectOf<'runAutomation'>[], { failures }: EffectReport): void {
  for (const effect of effects) {
    const message = `there is no automation ${JSON.stringify(effect.automationId)}`;
    failures.push({ origin: ruleOrigin(effect), code: 'AUTOMATION_NOT_FOUND', message });
  }
}

/**
 * Does what the hits of a run want done, and then what the scores of its matrices set off, inside the transaction that stores the run.
 * Effects of shadow rules do nothing, and no effect fires a run: rules react to what others do, never to each other.
 */
export async function applyEffects(client: TransactionClient, target: EffectTarget): Promise<Applied> {
  const { subject, decided } = target;
  const live = decided.outcome.effects.filter(({ mode }) => mode === 'apply');
  const effects = live.filter(({ skipped }) => skipped === null);
  const triggers = firedTriggers(decided);
  const report: EffectReport = {
    names: runNames(subject, decided.run.evaluationId),
    failures: [],
    skipped: live.flatMap((effect) =>
      effect.skipped === null ? [] : [skippedJson(ruleOrigin(effect), effect.skipped)],
    ),
    entries: [],
    events: [],
  };
  const assignees = new Assignees(client, subject.organizationId, report);
  const assigned = await assignees.ofRun(effectsOf(effects, 'assign'));
  const wanted = wantedCases(subject, effectsOf(effects, 'openCase'), triggers);
  // Whoever changes a case locks it before its alerts, and so do runs.
  const open = await lockOpenCases(client, target, wanted);
  const alerts = await applyAlerts(target, { effects: effectsOf(effects, 'createAlert'), triggers, assignees }, report);
  const statuses = effectsOf(effects, 'setStatus');
  const status = await applyEntityStatuses(client, target, wantedStatuses(subject, statuses, triggers, report), report);
  const move = recordMove(subject, statuses, report);
  await applyAdditions(client, target, effectsOf(effects, 'addToList'), report);
  if (wanted.length > 0) await target.alerts.store();
  await applyCases(client, target, { wanted, open, raised: alerts.raised, assignees }, report);
  await applyNotifications(client, target, { effects: effectsOf(effects, 'notify'), triggers }, report);
  refuseAutomations(effectsOf(effects, 'runAutomation'), report);
  const customKeys = [...new Set(effectsOf(effects, 'setKey').map(({ key }) => key))].sort();
  const { failures, skipped, entries, events } = report;
  const actions: AppliedActions = {
    evaluationId: decided.run.evaluationId,
    alerts: alerts.shown,
    status,
    ...(assigned && { assigned }),
    customKeys,
    ...(skipped.length > 0 && { skipped }),
    ...(failures.length > 0 && { failed: failures.map(failureJson) }),
  };
  return { actions, move, raised: alerts.raised, events, entries };
}

/** The first legal move in the order of effects; the record is stored with it. */
function recordMove(
  { moves }: RunSubject,
  effects: readonly EffectOf<'setStatus'>[],
  { failures }: EffectReport,
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
      failures.push({ origin: ruleOrigin(effect), code: 'INVALID_STATUS_TRANSITION', message });
    }
  }
  return move;
}

async function applyAdditions(
  client: TransactionClient,
  { subject, decided, now }: EffectTarget,
  effects: readonly EffectOf<'addToList'>[],
  { names, failures, skipped, entries }: EffectReport,
): Promise<void> {
  const { evaluationId } = decided.run;
  const additions = effects.map(({ listId, value, reason, ruleId, ruleVersion }) => ({
    listId,
    value,
    reason,
    addedBy: { type: 'rule' as const, id: ruleId, ruleId, ruleVersion, evaluationId },
  }));
  const outcomes = await appendRuleItems(client, subject.organizationId, additions, now);
  effects.forEach((effect, index) => {
    const outcome = outcomes[index]!;
    const origin = ruleOrigin(effect);
    if (outcome === 'added') entries.push(itemAdded(names, origin, effect.listId));
    if (outcome === 'not_allowed') {
      failures.push({ origin, code: 'LIST_NOT_WRITABLE', message: 'rules add only to active lists of type custom' });
    }
    if (outcome === 'duplicate' || outcome === 'empty') skipped.push(skippedJson(origin, outcome));
  });
}
