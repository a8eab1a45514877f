import { ApiProperty } from '@nestjs/swagger';

import { QueryInteger } from '../../../../platform/http/index.js';
import { type GateName, gateNames, type RuleGates } from '../domain/rule-gates.js';
import { ruleLimits } from '../domain/rule-limits.js';

/** Query of `GET /rules/{id}/gates`. */
export class ReadGatesQuery {
  @QueryInteger({ min: 1, max: ruleLimits.version, description: 'Default: the newest one' }) version?: number;
}

class GateDto {
  @ApiProperty({ enum: [...gateNames], enumName: 'RuleGate' }) gate!: GateName;
  @ApiProperty({ description: 'Whether the policy of the organization requires it' }) isAsked!: boolean;
  @ApiProperty({ type: Boolean, nullable: true, description: '`null` if it depends on the publication request' })
  isMet!: boolean | null;
  @ApiProperty({ type: [String], description: 'The unmet requirements, in words' }) messages!: readonly string[];
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
  @ApiProperty({ type: Number, nullable: true, description: 'The deciding version' }) activeVersion!: number | null;
  @ApiProperty({ type: [GateDto] }) gates!: readonly GateDto[];
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  diagnostics!: readonly object[];
  @ApiProperty({ description: 'Titles of its tests' }) tests!: GateTestsDto;
  @ApiProperty() minTests!: number;
  @ApiProperty({ type: Number, nullable: true, description: 'Points; `null` if the text has errors' })
  cost!: number | null;
  @ApiProperty() maxCost!: number;
  @ApiProperty({ type: GateDryRunDto, nullable: true, description: 'The last completed one of exactly this content' })
  dryRun!: GateDryRunDto | null;
  @ApiProperty() dryRunMaxAgeDays!: number;
  @ApiProperty({ description: 'Of a reason, where one is asked for' }) minReasonCharacters!: number;
  @ApiProperty({ type: [String], description: 'Since the deciding version, in words' })
  changes!: readonly string[];
}

export const ruleGatesView = ({ rule, dryRun, ...gates }: RuleGates): RuleGatesDto => ({
  success: true,
  ...gates,
  activeVersion: rule.activeVersion,
  dryRun: dryRun && { dryRunId: dryRun.dryRunId, finishedAt: dryRun.finishedAt.toISOString() },
});
