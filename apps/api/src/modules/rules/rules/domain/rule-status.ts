export const ruleStatuses = ['draft', 'in_progress', 'in_review', 'active', 'shadow', 'inactive', 'archived'] as const;
export type RuleStatus = (typeof ruleStatuses)[number];

/** Where a rule may go from each status. */
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

/** Staying where one is, is no move and always allowed. */
export const canTransition = (from: RuleStatus, to: RuleStatus): boolean =>
  from === to || transitions[from].includes(to);

/** A rule in one of these is part of the rule set while it is enabled. */
export const isPublished = (status: RuleStatus): status is 'active' | 'shadow' =>
  status === 'active' || status === 'shadow';
