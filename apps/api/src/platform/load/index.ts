export { Admission, type AdmissionLimits, type Entry } from './admission.js';
export { isDeferrable } from './is-deferrable.js';
export { registerAdmission } from './register-admission.js';
