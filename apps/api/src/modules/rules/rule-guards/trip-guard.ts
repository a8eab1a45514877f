import { isEmail } from 'class-validator';

import { type AuditEntry, bySystem, diffChanges, recordAudit } from '../../../platform/audit/index.js';
import { newId, type Transaction } from '../../../platform/database/index.js';
import { writeEvents } from '../../../platform/outbox/index.js';
import { lockPublishing, readPointer } from '../../decisions/rule-sets/index.js';
import {
  findRule,
  guardStateView,
  markChecked,
  outdatedByGuardTrip,
  publishRulesAs,
  type Rule,
  ruleStatusEvent,
  storeTrip,
  updateRuleRecord,
  withdrawOutdated,
} from '../rules/index.js';
import { enqueueNotificationEmails, findRecipients, notificationEvents } from '../../tenancy/members/index.js';
import type { LimitViolation } from './guard-check.js';
import { sampleEvaluationIds } from '../../decisions/evaluations/index.js';

/** Returns the summary of a trip for people. */
const tripSummary = ({ limit, observed }: LimitViolation): string =>
  `the guard tripped: ${limit}, observed ${observed}`;

/**
 * Reports that a rule violated its limits and, if its guard says so, moves it from active to shadow. Returns `false` if the rule or its
 * guard has changed meanwhile, in which case it is checked again.
 */
export async function tripGuard(
  client: Transaction,
  checked: Rule,
  found: LimitViolation & { readonly from: Date },
  now: Date,
): Promise<boolean> {
  const { organizationId, id: ruleId } = checked;
  await lockPublishing(client, organizationId);
  const rule = await findRule(client, organizationId, ruleId, 'locked');
  const { guard } = rule ?? {};
  if (!rule || !guard || rule.activeVersion !== checked.activeVersion) return false;
  if (guard.armedAt.getTime() !== checked.guard?.armedAt.getTime() || guard.trip?.endedAt === null) return false;
  const before = (await readPointer(client, organizationId))?.version ?? null;
  const of = { organizationId, ruleId };
  const evaluationIds = await sampleEvaluationIds(client, organizationId, { ...found, ruleId });
  const trip = { at: now, ...found, action: guard.action, evaluationIds };
  await storeTrip(client, of, newId(now.getTime()), trip);
  await markChecked(client, of, now);
  const subject = bySystem(organizationId, 'rule guards');
  const isPaused = guard.action === 'pause';
  const after: Rule = isPaused ? pausedRule(rule, tripSummary(found), now) : rule;
  if (isPaused) {
    await updateRuleRecord(client, after);
    await withdrawOutdated(client, subject, outdatedByGuardTrip(ruleId));
  }
  const version = isPaused ? await publishRulesAs(client, subject, after.reason) : before;
  const state = guardStateView(
    { ...guard, checkedAt: now, trip: { ...trip, endedAt: null, undoneBy: null } },
    !isPaused,
  );
  const payload = {
    ruleId,
    rule: shortRule(after),
    guardState: state,
    notify: peopleToTell(guard.notify, after),
    ruleSetVersion: { before, after: version },
  };
  const moved = ruleStatusEvent(rule, after, state);
  await writeEvents(client, [{ organizationId, event: 'rule.guard_tripped', payload }, ...(moved ? [moved] : [])]);
  await tellPeople(client, after, payload.notify, found);
  await recordAudit(client, subject, [tripAuditEntry(rule, after, { ...found, evaluationIds })]);
  return true;
}

const peopleToTell = (named: readonly string[], { text }: Rule): readonly string[] =>
  named.length > 0 ? named : [text.form.owner].filter((owner) => owner != null);

/** Notifies members in the application and by email, and other addresses by email. */
async function tellPeople(
  client: Transaction,
  { organizationId, id: ruleId, status, text }: Rule,
  names: readonly string[],
  found: LimitViolation,
): Promise<void> {
  const members = await findRecipients(client, organizationId, names);
  const addresses = [...names.filter((name) => isEmail(name)), ...members.map(({ email }) => email)];
  const outcome = status === 'active' ? 'It still decides.' : 'It no longer decides, and is now evaluated in shadow.';
  const { limit, observed } = found;
  const notification = {
    title: `The guard of the rule ${text.form.name} tripped`,
    body: `The limit is ${limit}, but ${observed} was observed. ${outcome}`,
    link: `/rules/${ruleId}`,
    ruleId,
  };
  await writeEvents(client, notificationEvents(organizationId, members, notification));
  enqueueNotificationEmails(client, organizationId, addresses, notification);
}

/** Returns the rule in shadow: it is still measured, but no longer decides. */
const pausedRule = (rule: Rule, reason: string, now: Date): Rule => ({
  ...rule,
  status: 'shadow',
  activeVersion: null,
  shadowVersion: rule.activeVersion,
  reason,
  updatedBy: null,
  updatedAt: now,
});

const shortRule = ({ id, status, activeVersion, shadowVersion, text: { form } }: Rule) => ({
  id,
  key: form.key,
  name: form.name,
  status,
  version: activeVersion ?? shadowVersion,
});

const tripAuditEntry = (
  before: Rule,
  after: Rule,
  { evaluationIds, ...found }: LimitViolation & { readonly evaluationIds: readonly string[] },
): AuditEntry => ({
  event: 'rule_guard_tripped',
  resourceType: 'rule',
  resourceId: after.id,
  summary: `rule ${after.text.form.key}: ${tripSummary(found)}`,
  changes: diffChanges({ status: before.status }, { status: after.status }, ['status']),
  reason: tripSummary(found),
  relatedIds: { ruleId: after.id, ...(evaluationIds[0] !== undefined && { evaluationId: evaluationIds[0] }) },
});
