export { Admission, type AdmissionLimits, type Entry, isDeferrable, overloadedError } from './admission.js';

export { isOperationalRoute, registerAdmission } from './register-admission.js';
