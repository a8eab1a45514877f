import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { MeasureUnknowns } from '../../../decisions/record-samples/index.js';
import { measuredRule, ruleView } from '../domain/rule-view.js';
import type { Rule } from '../domain/rule.js';
import { RuleCosts } from './rule-costs.js';

/** The record of one rule, with what records and runs of the organization say of it; listings say nothing of that. */
@Injectable()
export class ShowRule {
  constructor(
    private readonly costs: RuleCosts,
    private readonly unknowns: MeasureUnknowns,
  ) {}

  async view(principal: Principal, rule: Rule, now: Date): Promise<Record<string, unknown>> {
    const cost = await this.costs.costOf(rule, now);
    return ruleView(rule, cost, await this.unknowns.measure(principal, [measuredRule(rule)], now));
  }
}
