export {
  entityTargets,
  type MappingTarget,
  mappingTargets,
  type StoredMapping,
  type TableMapping,
} from './column-mapping.js';
export { missingColumnsMessage, resolveColumns, type ResolvedColumn, type ResolvedColumns } from './resolve-columns.js';
export { parseRecordMapping, parseTableMapping } from './parse-mapping.js';
export { cellText, isTypeMismatch } from './read-row.js';
export {
  type SchemaMember,
  type RecordSchema,
  recordSchema,
  type UnknownPath,
  unknownPaths,
  withoutUnknown,
} from './record-schema.js';
export {
  CsvDelimiterField,
  type CsvDelimiterName,
  type CsvEncoding,
  CsvEncodingField,
  csvOptions,
} from './csv-fields.js';
export { countMappings, deleteMapping, findMapping, listMappings, storeMapping } from './mapping-store.js';
export { externalIdOf, isStoredTime, readRecord } from './read-record.js';
export { mappingNotFound, resolveMapping } from './resolve-mapping.js';
