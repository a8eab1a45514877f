import { row, types, type FieldRow } from './field-builder.js';
import { screened } from './screened-field.js';

/** Declares a field below a root that exists only after a check has been performed. Unknown as not screened while the root is absent. */
export const found = (name: string, type: FieldRow['type'], description = name): FieldRow =>
  row(name, type, description, { derived: screened(name.split('.'), 0, type) });

/** Declares a list of records below such a root. If the root exists, an absent list has no elements. */
export const foundRecords = (name: string, description = name): FieldRow => ({
  ...found(name, types.objects, description),
  withRoot: true,
});
