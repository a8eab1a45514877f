import type { Permission } from '../../../platform/auth/index.js';
import { type MappingTarget, type RecordForm, recordForm } from '../column-mappings/index.js';
import { entityMembers } from '../../parties/entities/index.js';
import { paymentForm } from '../transactions/index.js';
import { userEventForm } from '../user-events/index.js';

/** What may be imported: what its rows become, and who may import it. */
export interface ImportTarget {
  readonly form: RecordForm;
  readonly permission: Permission;
}

const entities: ImportTarget = { form: recordForm('an entity', entityMembers), permission: 'entities:bulk_import' };

export const importTargets: Readonly<Record<MappingTarget, ImportTarget>> = {
  transaction: { form: paymentForm, permission: 'transactions:create' },
  entity_person: entities,
  entity_company: entities,
  entity_mixed: entities,
  user_event: { form: userEventForm, permission: 'events:create' },
};
