import { Injectable } from '@nestjs/common';
import { withSyntaxTrees } from '@tamis/engine';
import {
  analyseRulesInSteps,
  describeFinding,
  createDiagnostic,
  findInSet,
  type CheckedRule,
  type DescribedFinding,
  type Diagnostic,
} from '@tamis/lang';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { checkedMatrix, RuleSets, type RiskMatrix } from '../../../decisions/rule-sets/index.js';
import { ruleLimits } from '../domain/rule-limits.js';
import { inTurns } from './in-turns.js';

/** Whether the hits of two rules are compared: they must share a target and a matrix. */
const mayOverlap = (a: CheckedRule, b: CheckedRule): boolean =>
  a.targets.some((target) => b.targets.includes(target)) && a.matrices.some((key) => b.matrices.includes(key));

const toDiagnostic = ({ code, at, parts }: DescribedFinding): Diagnostic =>
  createDiagnostic(code, { ...parts, ...(at.range ? { range: at.range } : {}) });

/** Determines findings about a rule that hold without any data, on its own and in combination with the rules in force. */
@Injectable()
export class ReviewRules {
  constructor(
    private readonly database: TenantDatabase,
    private readonly ruleSets: RuleSets,
  ) {}

  /** Returns findings by rule. The rules must have no errors; `matrices` are those of the organization. */
  async findings(
    organizationId: string,
    rules: readonly CheckedRule[],
    matrices: readonly RiskMatrix[],
  ): Promise<ReadonlyMap<CheckedRule, readonly Diagnostic[]>> {
    const { compiled } = await this.ruleSets.loadActive(this.database.forOrganization(organizationId), organizationId);
    const others = compiled.rules
      .filter(({ checked: other }) => rules.every((rule) => rule.key !== other.key))
      .filter(({ checked: other }) => rules.some((rule) => mayOverlap(rule, other)))
      .slice(0, ruleLimits.reviewedBeside)
      .map((rule) => ({ ...withSyntaxTrees(rule).checked, file: `${rule.checked.key}.rules` }));
    const all = [...rules, ...others];
    const known = matrices.filter(({ status }) => status !== 'archived').map(checkedMatrix);
    const effort = ruleLimits.reviewEffort;
    const analysed = await inTurns(analyseRulesInSteps(all, { matrices: known, effort }));
    const found = [...analysed.map(describeFinding), ...findInSet(all, known)];
    return new Map(
      rules.map((rule) => [rule, found.filter(({ owner }) => owner === rule.declaration).map(toDiagnostic)]),
    );
  }
}
