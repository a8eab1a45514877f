export * from './events/apply-labels.js';
export * from './events/read-csv.js';
export * from './events/read-event-file.js';
export * from './events/read-parquet.js';
export { foreignColumns } from './events/table-columns.js';
export * from './replay-file.js';
