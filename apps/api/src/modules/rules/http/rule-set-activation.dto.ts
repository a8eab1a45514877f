import { ApiProperty } from '@nestjs/swagger';

import { anyValueOrNull } from '../../../platform/http/index.js';
import { RuleSetDto } from '../../rule-sets/index.js';
import { RuleApprovalDto } from './rule-approvals.dto.js';

class SetChangeDto {
  @ApiProperty({ description: 'Key of a rule; `param limit`; `matrix core`' }) key!: string;
  @ApiProperty({ ...anyValueOrNull, description: 'Version, or value of a parameter' }) from!: unknown;
  @ApiProperty(anyValueOrNull) to!: unknown;
  @ApiProperty({ type: [String] }) words!: readonly string[];
}

export class ActivatedRuleSetDto {
  @ApiProperty() success!: true;
  @ApiProperty({ description: 'The set in force; of a preview, the one asked for' }) ruleSet!: RuleSetDto;
  @ApiProperty({ description: 'What was in force before' }) previousVersion!: string;
  @ApiProperty({ type: [SetChangeDto] }) changes!: readonly SetChangeDto[];
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'Replays the time since the set was last in force through it and the one before; null: none began',
  })
  dryRunId!: string | null;
}

export class WaitingRuleSetDto extends ActivatedRuleSetDto {
  @ApiProperty() approval!: RuleApprovalDto;
}
