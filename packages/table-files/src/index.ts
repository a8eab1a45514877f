export * from './csv-rows.js';
export * from './table-row.js';
export * from './xlsx-rows.js';
