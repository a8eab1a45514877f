import type { FastifyReply } from 'fastify';

import { approvalView } from '../domain/rule-approval.js';
import type { PendingChangeDto } from '../dto/rule-approvals.dto.js';
import type { AppliedOrPending } from '../use-cases/change-library-names.js';

/** What was changed, as it is shown; else 202 with the approval that it waits for. */
export function shownOrPending<T, Shown>(
  reply: FastifyReply,
  result: AppliedOrPending<T>,
  now: Date,
  show: (done: T) => Shown,
): Shown | PendingChangeDto {
  if (!result.approval) return show(result.done);
  void reply.status(202);
  return { success: true, approval: approvalView(result.approval, now) };
}
