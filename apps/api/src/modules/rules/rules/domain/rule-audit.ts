import { type AuditEntry, diffChanges, creationChanges } from '../../../../platform/audit/index.js';
import { withDefaults } from './rule-headers.js';
import { guardView, type Guard } from './rule-guard.js';
import { matrixIdsOf, type Rule } from './rule.js';

/** Returns the fields of a rule shown in the audit trail; its text contains the rest. */
function auditedFields({ text, status, enabled, version, activeVersion, shadowVersion, externalId }: Rule) {
  const { key, name } = withDefaults(text.form);
  const running = { version, activeVersion, shadowVersion };
  return { key, name, status, enabled, ...running, externalId, source: text.source, riskMatrixIds: matrixIdsOf(text) };
}

const auditTarget = (rule: Rule) => ({ resourceType: 'rule', resourceId: rule.id, relatedIds: { ruleId: rule.id } });

export const ruleCreated = (rule: Rule): AuditEntry => ({
  ...auditTarget(rule),
  event: 'rule_created',
  summary: `rule ${rule.text.form.key} created`,
  changes: creationChanges(auditedFields(rule)),
});

export function ruleChanged(before: Rule, after: Rule): AuditEntry {
  const moved = before.status !== after.status;
  const event = !moved ? 'rule_updated' : after.status === 'archived' ? 'rule_archived' : 'rule_status_changed';
  const [from, to] = [auditedFields(before), auditedFields(after)];
  const what = moved ? `${before.status} to ${after.status}` : `version ${after.version}`;
  return {
    ...auditTarget(after),
    event,
    summary: `rule ${to.key}: ${what}`,
    changes: diffChanges(from, to, Object.keys(to) as (keyof typeof to)[]),
    reason: after.reason,
  };
}

/** Returns the audit entry for a guard that was set, changed or, if the rule has none now, removed. */
export const guardChanged = (rule: Rule, before: Guard | null): AuditEntry => ({
  ...auditTarget(rule),
  event: rule.guard ? 'rule_guard_set' : 'rule_guard_removed',
  summary: `rule ${rule.text.form.key}: guard ${rule.guard ? 'set' : 'removed'}`,
  changes: diffChanges({ guard: before && guardView(before) }, { guard: rule.guard && guardView(rule.guard) }, [
    'guard',
  ]),
});
