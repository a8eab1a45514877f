import { ApiProperty } from '@nestjs/swagger';
import { decisions } from '@tamis/library';

const outcome = { enum: ['hit', 'no_hit', 'unknown'], nullable: true } as const;

class FlipSideDto {
  @ApiProperty({ enum: decisions, enumName: 'Decision', description: 'Of all rules on the record' }) decision!: string;
  @ApiProperty() riskScore!: number;
}

class FlippedRuleDto {
  @ApiProperty() ruleKey!: string;
  @ApiProperty({ ...outcome, description: '`null` if it is not active or does not evaluate such records' }) before!:
    | string
    | null;
  @ApiProperty(outcome) after!: string | null;
}

class RecordFlipDto {
  @ApiProperty({ format: 'uuid' }) evaluationId!: string;
  @ApiProperty({ enum: ['transaction', 'person', 'company', 'user_event'] }) recordType!: string;
  @ApiProperty({ format: 'uuid' }) recordId!: string;
  @ApiProperty({ type: String, nullable: true }) externalId!: string | null;
  @ApiProperty({ format: 'date-time', description: 'The logical time of the evaluation' }) occurredAt!: string;
  @ApiProperty({ type: Number, nullable: true, description: 'Of a payment' }) amount!: number | null;
  @ApiProperty({ type: String, nullable: true }) currency!: string | null;
  @ApiProperty({ description: 'With the active rules' }) before!: FlipSideDto;
  @ApiProperty({ description: 'With the sent rules in place of those with the same key' }) after!: FlipSideDto;
  @ApiProperty({ type: [FlippedRuleDto], description: 'The sent rules' }) rules!: readonly FlippedRuleDto[];
}

export class FlipsDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty({ description: 'The active rule set' }) ruleSetVersion!: string;
  @ApiProperty({ type: 'array', items: { type: 'object', additionalProperties: true } })
  diagnostics!: readonly object[];
  @ApiProperty({ description: 'Records that would be decided differently' }) flips!: number;
  @ApiProperty({ type: [RecordFlipDto], description: 'Newest first, or in the requested order' })
  records!: readonly RecordFlipDto[];
}
