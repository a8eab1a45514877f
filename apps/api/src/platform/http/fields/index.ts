export * from './body-fields.js';
export { Field, type FieldOptions, JsonArrayField, ServerField, MatrixIdField, sentFields } from './field.js';
export { type Member, membersOf } from './declared-fields.js';

export * from './query-fields.js';

export { isCalendarDate, isInstant } from './time-checks.js';
