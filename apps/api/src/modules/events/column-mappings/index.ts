export { type MappingTarget, mappingTargets, type StoredMapping, type TableMapping } from './column-mapping.js';
export {
  type MissingColumn,
  missingText,
  placeColumns,
  type PlacedColumn,
  type PlacedColumns,
} from './place-columns.js';
export { columnMappingOf, defaultFieldsOf, mappingFor, tableMappingOf } from './read-mapping.js';
export { cellText, isMisfit, type ReadRow, type RowProblem } from './read-row.js';
export {
  type KnownMember,
  type RecordForm,
  recordForm,
  type UnknownPath,
  unknownPaths,
  withoutUnknown,
} from './record-form.js';
export {
  CsvDelimiterField,
  type CsvDelimiterName,
  type CsvEncoding,
  CsvEncodingField,
  csvOptions,
} from './csv-fields.js';
export { countMappings, deleteMapping, findMapping, listMappings, storeMapping } from './mapping-store.js';
export { externalIdOf, readRecord } from './read-record.js';
export { mappingNotFound, type SentMapping, sentMapping } from './sent-mapping.js';
