export { readBarcode } from './documents/barcode.js';
export { checkDocument } from './documents/check-document.js';
export {
  type BiometricProvider,
  type BiometricResult,
  type BiometricVerdict,
  decide,
  type Decision,
  type DecisionInput,
  mostAttempts,
} from './documents/decide.js';
export {
  type CheckedDocument,
  checkOf,
  type CheckOutcome,
  type DocumentCheck,
  type DocumentCheckCode,
  documentChecks,
  type DocumentHolder,
  type DocumentOptions,
  type DocumentTexts,
  type DocumentType,
  documentTypes,
  type ShownDocument,
} from './documents/document.js';
export { imageFingerprint, mostBitsOfCopy } from './images/fingerprint.js';
export type { ImageProblem, ReadImage } from './images/picture.js';
export { readImage } from './images/read-image.js';
export { checkMrz, type MrzCheck } from './mrz/check-mrz.js';
export { checkDigitOf } from './mrz/check-digit.js';
export type { MrzField, MrzFormat } from './mrz/layouts.js';
export { type MrzProblem, type MrzReading, type MrzTexts, readMrz } from './mrz/read-mrz.js';
