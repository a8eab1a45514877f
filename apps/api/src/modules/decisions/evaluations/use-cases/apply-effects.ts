import type { AppliedActions } from '@tamis/engine';
import type { Transaction } from '../../../../platform/database/index.js';
import type { AlertBatch } from '../../../casework/alerts/index.js';
import { appendRuleItems } from '../../data-lists/index.js';
import {
  type EffectOf,
  type EffectReport,
  effectsOf,
  failureJson,
  noEffects,
  ruleOrigin,
  skippedJson,
  type EffectOrigin,
  triggerOrigin,
  firedTriggers,
  type FiredTrigger,
} from '../domain/effect-origin.js';
import type { EntityStatusPort, StatusRefusal } from '../domain/entity-status-port.js';
import { itemAddedEntry, toEvaluationRefs, entityStatusChangedEntry } from '../domain/evaluation-events.js';
import type { AppliedEffects, RecordStatusChange, StorableEvaluationResult } from '../domain/evaluation-report.js';
import { type EvaluationSubject, type RecordType, relatedIdName, snapshotOf } from '../domain/evaluation-subject.js';
import { findRuleAutomations } from '../persistence/rule-automations.js';
import { applyAlerts, Assignees, applyCases, lockOpenCases, requestedCases } from './apply-casework.js';
import { isEmail } from 'class-validator';
import {
  enqueueNotificationEmails,
  findRecipients,
  notificationEvents,
  type RecipientNames,
} from '../../../tenancy/members/index.js';
import { strictestStatus, type EntityStatus } from '@tamis/library';

/** A status requested for an entity. */
interface RequestedStatus {
  readonly origin: EffectOrigin;
  readonly entityId: string;
  readonly status: string;
  readonly reason: string | null;
}

const refusals: Readonly<Record<StatusRefusal, { readonly code: string; readonly message: string }>> = {
  not_found: { code: 'STATUS_NOT_SET', message: 'the entity is deleted' },
  not_allowed: { code: 'STATUS_NOT_SET', message: 'a rule cannot revert the status of the entity' },
  locked: { code: 'STATUS_LOCKED', message: 'the status of the entity is locked' },
};

/** A review of a transaction becomes a case, and that of anything else a status of its entity. */
function triggeredStatus({ recordType }: EvaluationSubject, { trigger }: FiredTrigger): EntityStatus | null {
  if (trigger.action === 'block_entity') return 'blocked';
  return trigger.action === 'require_review' && recordType !== 'transaction' ? 'under_review' : null;
}

/** Returns the statuses requested by rules and matrix scores; scores without an entity are skipped. */
function requestedStatuses(
  subject: EvaluationSubject,
  effects: readonly EffectOf<'setStatus'>[],
  triggers: readonly FiredTrigger[],
  { skipped }: EffectReport,
): readonly RequestedStatus[] {
  const byRules = effects.flatMap((effect): RequestedStatus[] => {
    const { target, status, reason } = effect;
    return target.type === 'entity' && target.id !== null
      ? [{ origin: ruleOrigin(effect), entityId: target.id, status, reason }]
      : [];
  });
  const byScores = triggers.flatMap((fired): RequestedStatus[] => {
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

/**
 * Applies the most restrictive status per entity, in the order of entity ids, so that evaluations cannot wait for each other. Returns the
 * new status of the entities that could be changed.
 */
async function applyEntityStatuses(
  client: Transaction,
  { subject: { organizationId }, now, statuses }: EffectTarget,
  wanted: readonly RequestedStatus[],
  { names, failures, entries }: EffectReport,
): Promise<ReadonlyMap<string, string>> {
  const entityIds = [...new Set(wanted.map(({ entityId }) => entityId))].sort();
  const set = new Map<string, string>();
  for (const entityId of entityIds) {
    const own = wanted.filter((each) => each.entityId === entityId);
    const to = strictestStatus(own.map(({ status }) => status))!;
    const { origin, reason } = own.find(({ status }) => status === to)!;
    const change = { organizationId, entityId, status: to as EntityStatus, reason, by: origin.actor };
    const { outcome, before } = await statuses.setByRule(client, change, now);
    if (outcome === 'set')
      entries.push(entityStatusChangedEntry(names, origin, { entityId, from: before!, to, reason }));
    if (outcome === 'set' || outcome === 'unchanged') set.set(entityId, to);
    else failures.push(...own.map((each) => ({ origin: each.origin, ...refusals[outcome] })));
  }
  return set;
}

/** A notification that is requested. */
interface RequestedNotification {
  readonly origin: EffectOrigin;
  readonly channel: string;
  readonly to: RecipientNames;
  readonly title: string;
  readonly body: string;
}

/** Pages on which records are displayed. */
const recordPages: Readonly<Record<RecordType, string>> = {
  transaction: '/transactions',
  person: '/entities',
  company: '/entities',
  user_event: '/events/user',
};

/** Returns the notifications requested by rules, then those triggered by scores, which go to the owners of the account. */
function requestedNotifications(
  { set }: EffectTarget['decided'],
  effects: readonly EffectOf<'notify'>[],
  triggers: readonly FiredTrigger[],
): readonly RequestedNotification[] {
  const nameOf = (ruleId: string): string =>
    set.compiled.rules.find(({ content }) => content.ruleId === ruleId)?.checked.name ?? ruleId;
  return [
    ...effects.map((effect) => ({
      origin: ruleOrigin(effect),
      channel: effect.channel,
      to: effect.recipients,
      title: nameOf(effect.ruleId),
      body: effect.message,
    })),
    ...triggers
      .filter(({ trigger }) => trigger.action === 'send_notification')
      .map((fired) => ({
        origin: triggerOrigin(fired),
        channel: 'in_app',
        to: 'owners' as const,
        title: fired.trigger.name,
        body: fired.trigger.description,
      })),
  ];
}

/**
 * Queues the notifications requested by rules and scores, in the transaction of the evaluation. Unknown recipients are reported as
 * failures.
 */
async function applyNotifications(
  client: Transaction,
  { subject, decided }: EffectTarget,
  {
    effects,
    triggers,
  }: { readonly effects: readonly EffectOf<'notify'>[]; readonly triggers: readonly FiredTrigger[] },
  { failures, events }: EffectReport,
): Promise<void> {
  const { organizationId, recordType, recordId } = subject;
  const link = `${recordPages[recordType]}/${recordId}`;
  for (const { origin, channel, to, title, body } of requestedNotifications(decided, effects, triggers)) {
    const notification = { title, body, link, ...origin.related, evaluationId: decided.run.evaluationId };
    const known = await findRecipients(client, organizationId, to);
    const names = new Set(known.flatMap(({ userId, email }) => [userId, email.toLowerCase()]));
    const others = to === 'owners' ? [] : [...new Set(to)].filter((name) => !names.has(name.toLowerCase()));
    // Emails can also be sent to people who are not members.
    const isReached = (name: string): boolean => channel === 'email' && isEmail(name);
    if (channel === 'email') {
      const addresses = [...known.map(({ email }) => email), ...others.filter(isReached)];
      enqueueNotificationEmails(client, organizationId, addresses, notification);
    } else events.push(...notificationEvents(organizationId, known, notification));
    const unknown = others.filter((name) => !isReached(name)).map((name) => `active member ${JSON.stringify(name)}`);
    if (to === 'owners' && known.length === 0) unknown.push('active owner of the account');
    for (const nobody of unknown)
      failures.push({ origin, code: 'RECIPIENT_NOT_FOUND', message: `there is no ${nobody}` });
  }
}

/** What effects are applied to. */
export interface EffectTarget {
  readonly subject: EvaluationSubject;
  readonly decided: StorableEvaluationResult;
  /** Wall-clock time. */
  readonly now: Date;
  readonly statuses: EntityStatusPort;
  /** Collects the alerts of all evaluations decided together. */
  readonly alerts: AlertBatch;
}

/**
 * Requests the start of automations, each once, by an event that contains the trigger. One that has since been archived is reported rather
 * than lost.
 */
async function requestAutomations(
  client: Transaction,
  { subject, decided }: EffectTarget,
  effects: readonly EffectOf<'runAutomation'>[],
  { failures, events }: EffectReport,
): Promise<void> {
  if (effects.length === 0) return;
  const { organizationId, recordType, recordId, entity } = subject;
  const known = await findRuleAutomations(client, organizationId);
  const requested = new Set<string>();
  for (const effect of effects) {
    const { automationId, ruleId } = effect;
    if (!known.has(automationId)) {
      const message = `there is no automation ${JSON.stringify(automationId)} that a rule can start`;
      failures.push({ origin: ruleOrigin(effect), code: 'AUTOMATION_NOT_FOUND', message });
    } else if (!requested.has(automationId)) {
      requested.add(automationId);
      const { evaluationId } = decided.run;
      const about = entity && {
        entityId: entity.id,
        entity: { ...snapshotOf(entity), countryCode: entity.countryCode },
      };
      const record = { [relatedIdName[recordType]]: recordId };
      const payload = { automationId, ruleId, evaluationId, ...about, ...record };
      events.push({ organizationId, event: 'automation.requested', payload });
    }
  }
}

/**
 * Applies the effects of an evaluation's hits, and then those triggered by the scores of its matrices, within the transaction that stores
 * the evaluation. Effects of shadow rules are not applied, and no effect starts another evaluation: rules react to actions of others, never
 * to each other.
 */
export async function applyEffects(client: Transaction, target: EffectTarget): Promise<AppliedEffects> {
  const { subject, decided } = target;
  const live = decided.effects.filter(({ mode }) => mode === 'apply');
  const effects = live.filter(({ skipped }) => skipped === null);
  const triggers = firedTriggers(decided);
  // Most evaluations have nothing to apply, and need no queries for it.
  if (live.length === 0 && triggers.length === 0) return noEffects(decided.run.evaluationId);
  const report: EffectReport = {
    names: toEvaluationRefs(subject, decided.run.evaluationId),
    failures: [],
    skipped: live.flatMap((effect) =>
      effect.skipped === null ? [] : [skippedJson(ruleOrigin(effect), effect.skipped)],
    ),
    entries: [],
    events: [],
  };
  const assignees = new Assignees(client, subject.organizationId, report);
  const assigned = await assignees.resolveForEvaluation(effectsOf(effects, 'assign'));
  const wanted = requestedCases(subject, effectsOf(effects, 'openCase'), triggers);
  // Locks cases before their alerts, in the same order as every other change of a case.
  const open = await lockOpenCases(client, target, wanted, triggers);
  const statuses = effectsOf(effects, 'setStatus');
  const requested = requestedStatuses(subject, statuses, triggers, report);
  const moved = await applyEntityStatuses(client, target, requested, report);
  // Alerts and cases store the entity as it is after the evaluation.
  const after = { ...target, subject: withEntityAfter(target, moved) };
  const alerts = await applyAlerts(after, { effects: effectsOf(effects, 'createAlert'), triggers, assignees }, report);
  const move = resolveStatusTransition(subject, statuses, report);
  await applyListAdditions(client, target, effectsOf(effects, 'addToList'), report);
  if (wanted.length > 0) await target.alerts.flush();
  await applyCases(client, after, { requested: wanted, open, raised: alerts.raised, assignees }, report);
  await applyNotifications(client, target, { effects: effectsOf(effects, 'notify'), triggers }, report);
  await requestAutomations(client, target, effectsOf(effects, 'runAutomation'), report);
  const customKeys = [...new Set(effectsOf(effects, 'setKey').map(({ key }) => key))].sort();
  const { failures, skipped, entries, events } = report;
  const actions: AppliedActions = {
    evaluationId: decided.run.evaluationId,
    alerts: alerts.views,
    status: strictestStatus([...moved.values()]),
    ...(assigned && { assigned }),
    customKeys,
    ...(skipped.length > 0 && { skipped }),
    ...(failures.length > 0 && { failed: failures.map(failureJson) }),
  };
  return { actions, move, raised: alerts.raised, events, entries };
}

/** Returns the subject with its entity as the evaluation leaves it: an evaluation of all rules sets the entity's score. */
function withEntityAfter({ subject, decided }: EffectTarget, moved: ReadonlyMap<string, string>): EvaluationSubject {
  const { entity } = subject;
  if (!entity) return subject;
  const { run, outcome, ruleId } = decided;
  const isScored = entity.id === subject.recordId && run.stage !== 'async' && ruleId === undefined;
  const riskScore = isScored ? outcome.riskScore : entity.riskScore;
  return { ...subject, entity: { ...entity, riskScore, status: moved.get(entity.id) ?? entity.status } };
}

/** Returns the first permitted status change in the order of effects. It is stored with the record. */
function resolveStatusTransition(
  { moves }: EvaluationSubject,
  effects: readonly EffectOf<'setStatus'>[],
  { failures }: EffectReport,
): RecordStatusChange | null {
  if (!moves) return null;
  let move: RecordStatusChange | null = null;
  for (const effect of effects.filter(({ target }) => target.type === 'transaction')) {
    const from: string = move?.status ?? moves.from;
    if (from === effect.status) continue;
    if (move === null && moves.isAllowed(from, effect.status))
      move = { status: effect.status, reason: effect.reason, ruleId: effect.ruleId };
    else {
      const message = `a transaction cannot go from ${from} to ${effect.status}`;
      failures.push({ origin: ruleOrigin(effect), code: 'INVALID_STATUS_TRANSITION', message });
    }
  }
  return move;
}

const notWritable = { code: 'LIST_NOT_WRITABLE', message: 'rules can only add to active lists of type custom' };
const tooLong = { code: 'LIST_VALUE_TOO_LONG', message: 'the value is longer than a list can hold' };

async function applyListAdditions(
  client: Transaction,
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
    if (outcome === 'added') entries.push(itemAddedEntry(names, origin, effect.listId));
    else if (outcome === 'not_allowed') failures.push({ origin, ...notWritable });
    else if (outcome === 'too_long') failures.push({ origin, ...tooLong });
    else skipped.push(skippedJson(origin, outcome));
  });
}
