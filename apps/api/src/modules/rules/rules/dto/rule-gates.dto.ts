import { ApiProperty } from '@nestjs/swagger';

import { QueryInteger } from '../../../../platform/http/index.js';
import { type GateName, gateNames, type RuleGates } from '../domain/rule-gates.js';
import { ruleLimits } from '../domain/rule-limits.js';

/** Query of `GET /rules/{id}/gates`. */
export class ReadGatesQuery {
  @QueryInteger({ min: 1, max: ruleLimits.version, description: 'Default: the newest' }) version?: number;
}

class GateDto {
  @ApiProperty({ enum: [...gateNames], enumName: 'RuleGate' }) gate!: GateName;
  @ApiProperty({ description: 'Whether the policy of the organization asks for it' }) isAsked!: boolean;
  @ApiProperty({ type: Boolean, nullable: true, description: 'Null: what publishes it will say' })
  isMet!: boolean | null;
  @ApiProperty({ type: [String], description: 'What is not met, in words' }) messages!: readonly string[];
}

class GateTestsDto {
  @ApiProperty({ type: [String] }) passed!: readonly string[];
  @ApiProperty({ type: [String] }) failed!: readonly string[];
}

class GateDryRunDto {
  @ApiProperty({ format: 'uuid' }) dryRunId!: string;
  @ApiProperty({ format: 'date-time' }) finishedAt!: string;
}

export class RuleGatesDto {
  @ApiProperty() success!: true;
  @ApiProperty() version!: number;
  @ApiProperty({ type: Number, nullable: true, description: 'Which one decides' }) activeVersion!: number | null;
  @ApiProperty({ type: [GateDto] }) gates!: readonly GateDto[];
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  diagnostics!: readonly object[];
  @ApiProperty({ description: 'Titles of its tests' }) tests!: GateTestsDto;
  @ApiProperty() minTests!: number;
  @ApiProperty({ type: Number, nullable: true, description: 'Points; null: the text has errors' })
  cost!: number | null;
  @ApiProperty() maxCost!: number;
  @ApiProperty({ type: GateDryRunDto, nullable: true, description: 'The last completed one of this very content' })
  dryRun!: GateDryRunDto | null;
  @ApiProperty() dryRunMaxAgeDays!: number;
  @ApiProperty({ description: 'Of a reason, where one is asked for' }) minReasonCharacters!: number;
  @ApiProperty({ type: [String], description: 'Since the version that decides, in words' })
  changes!: readonly string[];
}

export const ruleGatesView = ({ rule, dryRun, ...gates }: RuleGates): RuleGatesDto => ({
  success: true,
  ...gates,
  activeVersion: rule.activeVersion,
  dryRun: dryRun && { dryRunId: dryRun.dryRunId, finishedAt: dryRun.finishedAt.toISOString() },
});
