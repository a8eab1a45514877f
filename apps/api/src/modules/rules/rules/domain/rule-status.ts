export const ruleStatuses = ['draft', 'in_progress', 'in_review', 'active', 'shadow', 'inactive', 'archived'] as const;
export type RuleStatus = (typeof ruleStatuses)[number];

/** The allowed transitions from each status. */
const transitions: Readonly<Record<RuleStatus, readonly RuleStatus[]>> = {
  draft: ['in_progress', 'archived'],
  in_progress: ['draft', 'in_review', 'active', 'shadow', 'archived'],
  in_review: ['in_progress', 'active', 'shadow', 'archived'],
  active: ['shadow', 'inactive', 'archived'],
  shadow: ['active', 'inactive', 'archived'],
  inactive: ['active', 'shadow', 'archived'],
  archived: [],
};

export const allowedTransitions = (from: RuleStatus): readonly RuleStatus[] => transitions[from];

/** Whether a transition is allowed. Keeping the status is not a transition and is always allowed. */
export const canTransition = (from: RuleStatus, to: RuleStatus): boolean =>
  from === to || transitions[from].includes(to);

/** Whether a rule with this status is part of the rule set while it is enabled. */
export const isPublished = (status: RuleStatus): status is 'active' | 'shadow' =>
  status === 'active' || status === 'shadow';
