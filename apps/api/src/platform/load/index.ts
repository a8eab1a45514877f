export { Admission, type AdmissionLimits, type Entry, isDeferrable } from './admission.js';

export { registerAdmission } from './register-admission.js';
