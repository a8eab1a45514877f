export { type MappingTarget, mappingTargets, type StoredMapping, type TableMapping } from './domain/column-mapping.js';
export {
  type MissingColumn,
  missingText,
  placeColumns,
  type PlacedColumn,
  type PlacedColumns,
} from './domain/place-columns.js';
export { columnMappingOf, defaultFieldsOf, mappingFor, tableMappingOf } from './domain/read-mapping.js';
export { cellText, isMisfit, type ReadRow, type RowProblem } from './domain/read-row.js';
export {
  type KnownMember,
  type RecordForm,
  recordForm,
  type UnknownPath,
  unknownPaths,
  withoutUnknown,
} from './domain/record-form.js';
export {
  CsvDelimiterField,
  type CsvDelimiterName,
  type CsvEncoding,
  CsvEncodingField,
  csvOptions,
} from './dto/csv-fields.js';
export { countMappings, deleteMapping, findMapping, listMappings, storeMapping } from './persistence/mapping-store.js';
export { externalIdOf, readRecord } from './use-cases/read-record.js';
export { mappingNotFound, type SentMapping, sentMapping } from './use-cases/sent-mapping.js';
