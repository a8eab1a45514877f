export { documentCode } from './domain/document-integration.js';
export { kycLimits } from './domain/kyc-limits.js';
export { type Evidence, isOpen, type ValidationStatus } from './domain/moves.js';
export type { Findings, Validation } from './domain/validation.js';
export {
  findBySession,
  findOpenValidations,
  lockValidation,
  updateValidation,
} from './persistence/validation-store.js';
export { ChangeValidations } from './use-cases/change-validations.js';
export { CreateValidation, documentNumbersOf, type ValidationRequest } from './use-cases/create-validation.js';
export { idleUntil, MoveValidation } from './use-cases/move-validation.js';
export { SealedFindings } from './use-cases/sealed-findings.js';
export { ValidationsModule } from './validations.module.js';
