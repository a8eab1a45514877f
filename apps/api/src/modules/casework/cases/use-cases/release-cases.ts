import { recordAudit } from '../../../../platform/audit/index.js';
import { writeEvents } from '../../../../platform/outbox/index.js';
import type { ReleasableWork } from '../../alerts/index.js';
import { type CaseChange, caseAuditEntry, caseEvents } from '../domain/case-changes.js';
import { lockOpenCasesOf, saveCase } from '../persistence/case-store.js';

/** Who has it can work on cases. */
export const casePermissions = ['cases:edit'] as const;

/** How open cases are returned to the queue if their assignee can no longer work on them. */
export const releasableCases: ReleasableWork = {
  permissions: casePermissions,
  async release(client, { assignee, most, by, reason }) {
    const locked = await lockOpenCasesOf(client, by.organizationId, assignee, most);
    const at = new Date();
    const changes = locked.map((before): CaseChange => {
      const nobody = { assignedTo: null, assignedToType: null, version: before.version + 1, updatedAt: at };
      return {
        ...{ before, after: { ...before, ...nobody }, reason },
        ...{ event: 'investigation_assigned', summary: 'assigned to nobody' },
      };
    });
    for (const { after } of changes) await saveCase(client, after);
    await writeEvents(client, changes.flatMap(caseEvents));
    await recordAudit(client, by, changes.map(caseAuditEntry));
    return locked.length;
  },
};
