export * from './body-fields.js';
export { Field, type FieldOptions, JsonArrayField, ReadOnlyField, MatrixIdField, providedFields } from './field.js';
export { type FieldPath, fieldPathsOf } from './declared-fields.js';

export * from './query-fields.js';

export { isCalendarDate, isInstant } from './time-checks.js';
export { parameterTypesOf } from './emitted-types.js';
