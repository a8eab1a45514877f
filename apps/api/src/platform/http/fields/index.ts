export * from './body-fields.js';
export { Field, type FieldOptions } from './field.js';
export { type Member, membersOf } from './members-of.js';
export { JsonArrayField, ServerField } from './json-fields.js';
export { MatrixIdField } from './matrix-id-field.js';
export * from './query-fields.js';
export { sentFields } from './sent-fields.js';
export { isCalendarDate, isInstant } from './time-checks.js';
