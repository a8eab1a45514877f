export * from './body-fields.js';
export { Field, JsonArrayField, ReadOnlyField, providedFields } from './field.js';
export { ChangeBody, fieldPathsOf } from './declared-fields.js';
export { DescribedField, describedFieldsOf } from './described-fields.js';

export * from './query-fields.js';

export { isCalendarDate, isInstant } from './time-checks.js';
export { parameterTypesOf } from './emitted-types.js';
