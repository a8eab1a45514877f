import { relationshipTypes } from '../enumerations/relationship-types.js';
import { enumType, row, types, type FieldRow } from './field-builder.js';

/** Fields of a relationship, used without a prefix inside an aggregate over `relationships`. */
export const relationshipRows: readonly FieldRow[] = [
  row('relationshipType', enumType('relationship type', relationshipTypes), 'how one stands to the other', {
    required: true,
  }),
  row('role', types.code, 'role, such as shareholder'),
  row('strength', types.number, '0 to 1; of a shareholder the share'),
  row('metadata', types.object, 'the caller’s own data', { open: true }),
];
