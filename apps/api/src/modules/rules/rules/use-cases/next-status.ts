import { ApiError } from '../../../../platform/http/index.js';
import { allowedTransitions, isPublished, canTransition, type RuleStatus } from '../domain/rule-status.js';
import type { Rule } from '../domain/rule.js';
import type { ChangeRuleBody } from '../dto/rule.bodies.js';

/** Returns the new status. Throws 409 `INVALID_STATUS_TRANSITION`. */
export function nextStatus({ status: from }: Rule, to: RuleStatus): RuleStatus {
  // An archived rule is a historical record that can no longer be changed.
  if (canTransition(from, to) && from !== 'archived') return to;
  const allowed = allowedTransitions(from);
  throw new ApiError('INVALID_STATUS_TRANSITION', `A rule cannot go from ${from} to ${to}`, { from, to, allowed });
}

/** Publishing enables a rule unless the request says otherwise; a rule taken out of force is disabled. */
export function nextEnabled(before: Rule, { enabled }: ChangeRuleBody, status: RuleStatus): boolean {
  if (!isPublished(status)) return status === before.status ? (enabled ?? before.enabled) : false;
  return enabled ?? (status === before.status ? before.enabled : true);
}
