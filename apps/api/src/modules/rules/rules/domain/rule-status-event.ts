import type { GuardStateView } from './rule-guard.js';
import { versionInForce } from './running-versions.js';
import type { Rule } from './rule.js';

type RunningState = Pick<Rule, 'status' | 'activeVersion' | 'shadowVersion'>;

const isSame = (before: RunningState, after: RunningState): boolean =>
  before.status === after.status &&
  before.activeVersion === after.activeVersion &&
  before.shadowVersion === after.shadowVersion;

/**
 * What whoever watches a rule is sent (shapes 21) when it has another status or runs in another version; null: neither changed.
 * `version`: the one in force; of a rule that does not run, the newest.
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

/** What whoever has a rule open is sent when it has a new version, so that nobody types over it unawares. */
export const ruleChangedEvent = ({ organizationId, id: ruleId, version, updatedBy, updatedAt, text }: Rule) => ({
  organizationId,
  event: 'rule:changed',
  payload: { timestamp: updatedAt.toISOString(), ruleId, ruleKey: text.form.key, version, updatedBy },
});
