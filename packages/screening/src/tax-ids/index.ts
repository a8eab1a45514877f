export * from './account-numbers.js';
export * from './holder-of-tax-id.js';
export * from './recognize-tax-id.js';
export * from './tax-id-kind.js';
