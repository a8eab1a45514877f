export * from './holder-of-tax-id.js';
export * from './is-valid-cbu.js';
export * from './is-valid-clabe.js';
export * from './recognize-tax-id.js';
export * from './tax-id-kind.js';
