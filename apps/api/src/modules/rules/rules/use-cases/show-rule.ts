import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { MeasureUnknowns } from '../../../decisions/record-samples/index.js';
import { measuredRule, ruleView, sharedOrigin } from '../domain/rule-view.js';
import type { Rule } from '../domain/rule.js';
import type { SharedRuleView } from './shared-rule-views.js';
import { RuleCosts } from './rule-costs.js';

/** Returns the record of one rule, with measurements from records and evaluations of the organization, which lists do not include. */
@Injectable()
export class ShowRule {
  constructor(
    private readonly costs: RuleCosts,
    private readonly unknowns: MeasureUnknowns,
  ) {}

  async view(principal: Principal, shown: Rule | SharedRuleView, now: Date): Promise<Record<string, unknown>> {
    const rule = 'rule' in shown ? shown.rule : shown;
    // A rule of the parent is measured on the child's data.
    const cost = await this.costs.costOf({ ...rule, organizationId: principal.organizationId }, now);
    const view = ruleView(rule, cost, await this.unknowns.measure(principal, [measuredRule(rule)], now));
    return 'rule' in shown ? { ...view, ...sharedOrigin(shown) } : view;
  }
}
