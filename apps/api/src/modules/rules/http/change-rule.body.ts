import { BooleanField, EnumField, IntegerField, TextField } from '../../../platform/http/index.js';
import { ruleLimits } from '../domain/rule-limits.js';
import { ruleStatuses, type RuleStatus } from '../domain/rule-status.js';
import { RuleBody } from './rule.body.js';

/** Body of `PATCH /rules/{id}`. */
export class ChangeRuleBody extends RuleBody {
  @EnumField(ruleStatuses, 'RuleStatus') status?: RuleStatus;
  @BooleanField() enabled?: boolean;
  @IntegerField({ min: 1, description: 'Refuses the change when the rule has another version by now' })
  ifVersion?: number;
  @TextField({ max: ruleLimits.reasonCharacters, description: 'Why; kept with the version' }) reason?: string;
}
