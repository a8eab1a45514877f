export { documentCode } from './domain/document-integration.js';
export { isOpen, type ValidationStatus } from './domain/moves.js';
export type { Findings, Validation } from './domain/validation.js';
export { findBySession, findOpenValidations, updateValidation } from './persistence/validation-store.js';
export { ChangeValidations } from './use-cases/change-validations.js';
export { CreateValidation } from './use-cases/create-validation.js';
export { idleUntil, MoveValidation } from './use-cases/move-validation.js';
export { SealedFindings } from './use-cases/sealed-findings.js';
export { ValidationsModule } from './validations.module.js';
