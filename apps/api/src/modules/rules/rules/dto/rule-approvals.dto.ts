import { ApiProperty } from '@nestjs/swagger';

import { Pagination } from '../../../../platform/http/index.js';
import { approvalActions, approvalStatuses, type ApprovalView } from '../domain/rule-approval.js';
import { RuleAnswerDto } from './rule.dto.js';

export class RuleApprovalDto implements ApprovalView {
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'For a publication or a guard; `null` if it is about something else',
  })
  ruleId!: string | null;
  @ApiProperty({ type: String, nullable: true, description: 'The rule set to activate again' })
  ruleSetVersion!: string | null;
  @ApiProperty({ type: String, format: 'uuid', nullable: true, description: 'For a change of one risk matrix' })
  riskMatrixId!: string | null;
  @ApiProperty({ enum: [...approvalActions], enumName: 'ApprovalAction' }) action!: string;
  @ApiProperty({
    description:
      'The newest version of the rule, the matrix or the shared names when it was asked for; the number of the rule set; 0 where there are none',
  })
  version!: number;
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'The requested body' }) request!: object;
  @ApiProperty({ type: String, nullable: true }) reason!: string | null;
  @ApiProperty() requestedBy!: string;
  @ApiProperty({ format: 'date-time' }) requestedAt!: string;
  @ApiProperty({ format: 'date-time' }) expiresAt!: string;
  @ApiProperty({
    enum: [...approvalStatuses],
    enumName: 'ApprovalStatus',
    description: '`withdrawn`: by the requester, or because the subject of the request was changed; `comment` says how',
  })
  status!: ApprovalView['status'];
  @ApiProperty({ type: String, nullable: true }) decidedBy!: string | null;
  @ApiProperty({ type: String, format: 'date-time', nullable: true }) decidedAt!: string | null;
  @ApiProperty({ type: String, nullable: true }) comment!: string | null;
}

export class RuleApprovalListDto {
  @ApiProperty() success!: true;
  @ApiProperty({ type: [RuleApprovalDto] }) approvals!: readonly RuleApprovalDto[];
  @ApiProperty() pagination!: Pagination;
}

/** A change that waits for approval: nothing has changed yet. */
export class PendingChangeDto {
  @ApiProperty({ enum: [true] }) success!: true;
  @ApiProperty() approval!: RuleApprovalDto;
}

export class RuleApprovalAnswerDto {
  @ApiProperty() success!: true;
  @ApiProperty() approval!: RuleApprovalDto;
}

/** The rule with its requested change: unchanged while the approval is pending, and changed once it is approved. */
export class RuleWithApprovalDto extends RuleAnswerDto {
  @ApiProperty() approval!: RuleApprovalDto;
}

/** The result of an approval. */
export class ApprovedDto extends RuleApprovalAnswerDto {
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    selfRequired: false,
    description: 'The resulting rule',
  })
  rule?: Record<string, unknown>;
  @ApiProperty({ type: String, required: false, description: 'For a rule set: the active one' })
  ruleSetVersion?: string;
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    required: false,
    description: 'Compares it with the previous version',
  })
  dryRunId?: string | null;
}
