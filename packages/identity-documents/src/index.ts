export { readBarcode } from './documents/barcode.js';
export { checkDocument } from './documents/check-document.js';
export {
  type BiometricProvider,
  type BiometricResult,
  type BiometricVerdict,
  decide,
  type DecisionInput,
  mostAttempts,
} from './documents/decide.js';
export {
  checkOf,
  type DocumentCheck,
  type DocumentCheckCode,
  documentChecks,
  type DocumentHolder,
  type DocumentTexts,
  type DocumentType,
  documentTypes,
  type ShownDocument,
} from './documents/document.js';
export { imageFingerprint, mostBitsOfCopy } from './images/fingerprint.js';
export { readImage } from './images/read-image.js';
export { checkMrz } from './mrz/check-mrz.js';
export { checkDigitOf } from './mrz/check-digit.js';
export type { MrzFormat } from './mrz/layouts.js';
export { type MrzTexts, readMrz } from './mrz/read-mrz.js';
