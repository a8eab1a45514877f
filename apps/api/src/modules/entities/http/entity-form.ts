import { membersOf } from '../../../platform/http/index.js';
import { recordForm } from '../../column-mappings/index.js';
import { CreateEntityBody } from './create-entity.body.js';

/** Columns of files of entities that declare the one relationship of their row. */
const relationshipColumns = [
  'relatedTaxId',
  'relatedExternalId',
  'relatedEntityId',
  'relationshipType',
  'relationshipRole',
] as const;

/** What the rows of a file of entities are to become. */
export const entityForm = recordForm('an entity', [
  ...membersOf(CreateEntityBody),
  ...relationshipColumns.map((path) => ({ path, type: 'string' as const })),
  { path: 'relationshipAsSource', type: 'boolean' },
]);
