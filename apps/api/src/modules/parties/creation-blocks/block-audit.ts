import { type AuditEntry, creationChanges } from '../../../platform/audit/index.js';
import type { BlockedCreation, CreationBlock } from './creation-block.js';

const blockAuditEntry = (event: string, id: string, summary: string): AuditEntry => ({
  event,
  resourceType: 'creation_block',
  resourceId: id,
  summary,
});

export const blockCreatedEntry = ({ id, listId, fieldPath, scope }: CreationBlock): AuditEntry => ({
  ...blockAuditEntry(
    'creation_block_created',
    id,
    `entities whose ${fieldPath} is on the list ${listId} cannot be created`,
  ),
  changes: creationChanges({ listId, fieldPath, scope }),
});

export const blockDeletedEntry = ({ id, listId, fieldPath }: CreationBlock): AuditEntry =>
  blockAuditEntry('creation_block_deleted', id, `the list ${listId} no longer blocks a ${fieldPath}`);

/** The value is stored under the name of its field, so that secrets are masked as in every other entry. */
export const creationBlockedEntry = (type: string, blocked: BlockedCreation): AuditEntry => ({
  ...blockAuditEntry(
    'entity_creation_blocked',
    blocked.ruleId,
    `a ${type} was not created: its ${blocked.fieldPath} is on a list`,
  ),
  changes: creationChanges({ [blocked.fieldPath.split('.').at(-1)!]: blocked.matchedValue }),
  relatedIds: { ruleId: blocked.ruleId, listId: blocked.listId },
});
