export type { LookupCause, LookupResult } from './lookup.js';
export { answeredTables, ReferenceData } from './reference-data.js';
