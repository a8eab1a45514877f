export * from './account-numbers.js';
export * from './holder-of-tax-id.js';
export * from './recognize-tax-id.js';
export { isSharedTaxId } from './rfc.js';
export * from './tax-id-kind.js';
export { withoutPunctuation } from './wrap-validator.js';
