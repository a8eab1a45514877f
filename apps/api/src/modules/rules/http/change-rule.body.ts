import { IsInt, Max, Min } from 'class-validator';

import {
  BooleanField,
  EnumField,
  Field,
  IntegerField,
  NestedField,
  TextField,
  UuidField,
} from '../../../platform/http/index.js';
import { ruleLimits } from '../domain/rule-limits.js';
import { ruleStatuses, type RuleStatus } from '../domain/rule-status.js';
import { GuardBody } from './guard.body.js';
import { RuleBody } from './rule.body.js';

/** What shows beforehand what a rule will do. */
export class EvidenceBody {
  @UuidField({ required: true, description: 'A completed dry run of this very content' }) dryRunId!: string;
}

/** Body of `PATCH /rules/{id}`. */
export class ChangeRuleBody extends RuleBody {
  @EnumField(ruleStatuses, 'RuleStatus') status?: RuleStatus;
  @BooleanField() enabled?: boolean;
  @BooleanField({ description: 'The new version of a rule in force waits, and the one before keeps deciding' })
  stage?: boolean;
  @Field(
    { description: 'With a status of `active` or `shadow` and no content: the version that runs' },
    { type: 'integer', minimum: 1, maximum: ruleLimits.version, readOnly: false },
    [Min(1), Max(ruleLimits.version), IsInt()],
  )
  override version?: number;
  @IntegerField({ min: 1, description: 'Refuses the change when the rule has another version by now' })
  ifVersion?: number;
  @TextField({ max: ruleLimits.reasonCharacters, description: 'Why; kept with the version' }) reason?: string;
  @NestedField(() => GuardBody, { description: 'What the rule is held to while it decides; needs `rules:publish`' })
  override guard?: GuardBody | null;
  @NestedField(() => EvidenceBody, { description: 'What the policy of the organization may ask for' })
  evidence?: EvidenceBody;
}
