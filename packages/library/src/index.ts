export * from './catalogue/library-catalogue.js';
export * from './enumerations/index.js';
export * from './environment/index.js';
export { schema } from './fields/schema.js';
export * from './manual/reference-manual.js';
