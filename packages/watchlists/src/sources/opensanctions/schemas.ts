import type { EntrySchema } from '../../entry.js';

const schemas = new Map<string, EntrySchema>([
  ['Person', 'person'],
  ['Company', 'company'],
  ['Organization', 'company'],
  ['LegalEntity', 'company'],
  ['PublicBody', 'company'],
  ['Vessel', 'vessel'],
  ['Airplane', 'aircraft'],
]);

export const schemaOf = (name: string): EntrySchema => schemas.get(name) ?? 'other';
