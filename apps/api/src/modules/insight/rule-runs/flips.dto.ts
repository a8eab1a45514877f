import { ApiProperty } from '@nestjs/swagger';
import { decisions } from '@tamis/library';

const outcome = { enum: ['hit', 'no_hit', 'unknown'], nullable: true } as const;

class FlipSideDto {
  @ApiProperty({ enum: decisions, enumName: 'Decision', description: 'Of all rules on the record' }) decision!: string;
  @ApiProperty() riskScore!: number;
}

class FlippedRuleDto {
  @ApiProperty() ruleKey!: string;
  @ApiProperty({ ...outcome, description: 'Null: it is not in force, or not about the record' }) before!: string | null;
  @ApiProperty(outcome) after!: string | null;
}

class RecordFlipDto {
  @ApiProperty({ format: 'uuid' }) evaluationId!: string;
  @ApiProperty({ enum: ['transaction', 'person', 'company', 'user_event'] }) recordType!: string;
  @ApiProperty({ format: 'uuid' }) recordId!: string;
  @ApiProperty({ type: String, nullable: true }) externalId!: string | null;
  @ApiProperty({ format: 'date-time', description: 'The moment the run was about' }) occurredAt!: string;
  @ApiProperty({ type: Number, nullable: true, description: 'Of a payment' }) amount!: number | null;
  @ApiProperty({ type: String, nullable: true }) currency!: string | null;
  @ApiProperty({ description: 'By the rules in force now' }) before!: FlipSideDto;
  @ApiProperty({ description: 'With the rules that were sent in their places' }) after!: FlipSideDto;
  @ApiProperty({ type: [FlippedRuleDto], description: 'The rules that were sent' }) rules!: readonly FlippedRuleDto[];
}

export class FlipsDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'The set in force' }) ruleSetVersion!: string;
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  diagnostics!: readonly object[];
  @ApiProperty({ description: 'Records that would be decided otherwise' }) flips!: number;
  @ApiProperty({ type: [RecordFlipDto], description: 'The newest first, or as they were asked for' })
  records!: readonly RecordFlipDto[];
}
