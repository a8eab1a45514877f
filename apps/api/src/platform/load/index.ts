export { Admission, type AdmissionLimits, type Entry, isDeferrable, overloadedError } from './admission.js';
export { leavePlace } from './place.js';

export { isOperationalRoute, registerAdmission } from './register-admission.js';
export { requestRate } from './request-rate.js';
export { registerUploadSpace, UploadSpace } from './upload-space.js';
