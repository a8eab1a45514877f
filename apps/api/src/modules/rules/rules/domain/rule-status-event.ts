import type { GuardStateView } from './rule-guard.js';
import { versionInForce } from './running-versions.js';
import type { Rule } from './rule.js';

type RunningState = Pick<Rule, 'status' | 'activeVersion' | 'shadowVersion'>;

const isSame = (before: RunningState, after: RunningState): boolean =>
  before.status === after.status &&
  before.activeVersion === after.activeVersion &&
  before.shadowVersion === after.shadowVersion;

/**
 * Creates the event that is sent to subscribers of a rule (shapes 21) when its status or its executed version changes; `null` if neither
 * changed. `version` is the active one; for a rule that is not executed, the newest.
 */
export function ruleStatusEvent(before: RunningState, after: Rule, guardState?: GuardStateView) {
  if (isSame(before, after)) return null;
  const { organizationId, id: ruleId, status, version } = after;
  return {
    organizationId,
    event: 'rule:status-changed',
    payload: {
      organizationId,
      timestamp: after.updatedAt.toISOString(),
      ruleId,
      status,
      version: versionInForce(after) ?? version,
      ...(guardState && { guardState }),
    },
  };
}

/** Creates the event that is sent to everybody who has a rule open when it gets a new version, so that nobody overwrites it unknowingly. */
export const ruleChangedEvent = ({ organizationId, id: ruleId, version, updatedBy, updatedAt, text }: Rule) => ({
  organizationId,
  event: 'rule:changed',
  payload: { timestamp: updatedAt.toISOString(), ruleId, ruleKey: text.form.key, version, updatedBy },
});
