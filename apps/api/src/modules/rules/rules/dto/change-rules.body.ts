import { ruleCategories } from '@tamis/library';
import { ApiProperty } from '@nestjs/swagger';
import {
  BooleanField,
  ChangeBody,
  EnumField,
  IfVersionField,
  IntegerField,
  NestedArrayField,
  NestedField,
  TextField,
  UuidField,
} from '../../../../platform/http/index.js';
import { ruleLimits } from '../domain/rule-limits.js';
import { ruleStatuses, type RuleStatus } from '../domain/rule-status.js';
import { EvidenceBody } from './rule.bodies.js';

class ChosenRuleBody {
  @UuidField({ required: true, refersTo: 'rule' }) id!: string;
  @IfVersionField() ifVersion?: number;
  @IntegerField({ min: 1, max: ruleLimits.version, description: 'As in `PATCH /rules/{id}`: the version to publish' })
  version?: number;
}

/** Body of `POST /rules/bulk`. */
@ChangeBody()
export class ChangeRulesBody {
  @NestedArrayField(() => ChosenRuleBody, { required: true, min: 1, max: ruleLimits.bulkRules, unique: 'id' })
  rules!: ChosenRuleBody[];
  @EnumField(ruleStatuses, 'RuleStatus') status?: RuleStatus;
  @BooleanField() enabled?: boolean;
  @EnumField(ruleCategories, 'RuleCategory', { nullable: true }) category?: string | null;
  @TextField({ max: ruleLimits.reasonCharacters, nullable: true, description: 'Reason; stored with each version' })
  reason?: string | null;
  @NestedField(() => EvidenceBody, { description: 'A dry run of all these rules, if the policy requires one' })
  evidence?: EvidenceBody;
}

class ChangedRuleDto {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty() key!: string;
  @ApiProperty() version!: number;
  @ApiProperty({ enum: [...ruleStatuses], enumName: 'RuleStatus' }) status!: string;
  @ApiProperty() enabled!: boolean;
}

export class ChangedRulesDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: [ChangedRuleDto], description: 'In the order of the request' })
  rules!: readonly ChangedRuleDto[];
  @ApiProperty({ type: String, nullable: true, description: 'Version of the active rule set; `null` if there is none' })
  ruleSetVersion!: string | null;
}
