import { row, types, type FieldRow } from './field-builder.js';
import { screened } from './screened-field.js';

/** A field below a root that is there only after something was run: not screened, as long as there is none. */
export const found = (name: string, type: FieldRow['type'], description = name): FieldRow =>
  row(name, type, description, { derived: screened(name.split('.'), 0, type) });

/** A list of records there: an absent one has no elements, where the root is there. */
export const foundRecords = (name: string, description = name): FieldRow => ({
  ...found(name, types.objects, description),
  withRoot: true,
});
