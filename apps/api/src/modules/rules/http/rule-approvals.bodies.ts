import { EnumField, PageQuery, TextField } from '../../../platform/http/index.js';
import { approvalStatuses, type ApprovalStatus } from '../domain/rule-approval.js';
import { ruleLimits } from '../domain/rule-limits.js';

/** Query of `GET /rules/approvals`. */
export class ListApprovalsQuery extends PageQuery {
  @EnumField(approvalStatuses, 'ApprovalStatus') status?: ApprovalStatus;
}

/** Body of `POST /rules/approvals/{id}/approve` and `/withdraw`. */
export class ApprovalCommentBody {
  @TextField({ max: ruleLimits.reasonCharacters }) comment?: string | null;
}

/** Body of `POST /rules/approvals/{id}/reject`. */
export class RejectApprovalBody {
  @TextField({ required: true, min: 1, max: ruleLimits.reasonCharacters, description: 'Why' }) comment!: string;
}
