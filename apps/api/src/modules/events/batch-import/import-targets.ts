import type { Permission } from '../../../platform/auth/index.js';
import { type MappingTarget, type RecordSchema, recordSchema } from '../column-mappings/index.js';
import { entityMembers } from '../../parties/entities/index.js';
import { transactionForm } from '../transactions/index.js';
import { userEventForm } from '../user-events/index.js';

/** What may be imported: what its rows become, and who may import it. */
export interface ImportTarget {
  readonly schema: RecordSchema;
  readonly permission: Permission;
}

const entityImport: ImportTarget = {
  schema: recordSchema('an entity', entityMembers),
  permission: 'entities:bulk_import',
};

export const importTargets: Readonly<Record<MappingTarget, ImportTarget>> = {
  transaction: { schema: transactionForm, permission: 'transactions:create' },
  entity_person: entityImport,
  entity_company: entityImport,
  entity_mixed: entityImport,
  user_event: { schema: userEventForm, permission: 'events:create' },
};
