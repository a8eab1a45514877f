import type { Permission } from '../../../platform/auth/index.js';
import { limits } from '../../../platform/limits.js';
import { taxIdKey } from '../../parties/entities/index.js';
import type { BatchKind, BatchOptions } from '../batch-jobs/index.js';
import type { MappingTarget, RecordSchema } from '../column-mappings/index.js';
import { entityBatchDefaults, entityRowForm } from '../entity-imports/index.js';
import { toBatchOptions, transactionForm } from '../transactions/index.js';
import { entityIdentifiers, userEventBatchDefaults, userEventForm } from '../user-events/index.js';

/** A field whose values must be unique among the stored rows of a file. */
export interface UniqueMember {
  readonly field: string;
  readonly code: 'DUPLICATE_EXTERNAL_ID_IN_FILE' | 'DUPLICATE_TAX_ID_IN_FILE';
  readonly noun: string;
  /** Returns the part of the text that is compared; `null` if the value need not be unique. */
  readonly keyOf: (text: string) => string | null;
}

/** A type of record that can be imported: its schema, the required permission, and the default options of an upload. */
export interface ImportTarget {
  readonly schema: RecordSchema;
  readonly permission: Permission;
  readonly kind: BatchKind;
  readonly options: BatchOptions;
  /** Maximum number of rows that are checked. Rows beyond it are only counted. */
  readonly checkedRows: number;
  /** Fields of which at least one must identify the entity. Empty if none is required. */
  readonly identifiers: readonly string[];
  readonly unique: readonly UniqueMember[];
}

const externalId: UniqueMember = {
  field: 'externalId',
  code: 'DUPLICATE_EXTERNAL_ID_IN_FILE',
  noun: 'external id',
  keyOf: (text) => text.trim(),
};
const taxId: UniqueMember = {
  field: 'taxId',
  code: 'DUPLICATE_TAX_ID_IN_FILE',
  noun: 'tax id',
  keyOf: taxIdKey,
};

const entityImport: ImportTarget = {
  schema: entityRowForm,
  permission: 'entities:bulk_import',
  kind: 'entity_batch',
  options: entityBatchDefaults,
  checkedRows: limits.checkedEntities,
  identifiers: [],
  unique: [externalId, taxId],
};

export const importTargets: Readonly<Record<MappingTarget, ImportTarget>> = {
  transaction: {
    schema: transactionForm,
    permission: 'transactions:create',
    kind: 'transaction_batch',
    options: toBatchOptions({}),
    checkedRows: limits.checkedPayments,
    identifiers: [],
    unique: [externalId],
  },
  entity_person: entityImport,
  entity_company: entityImport,
  entity_mixed: entityImport,
  user_event: {
    schema: userEventForm,
    permission: 'events:create',
    kind: 'user_event_batch',
    options: userEventBatchDefaults,
    checkedRows: limits.checkedUserEvents,
    identifiers: entityIdentifiers,
    unique: [externalId],
  },
};
