export { Admission, type Entry, isDeferrable, overloadedError } from './admission.js';
export { leavePlace } from './register-admission.js';

export { isOperationalRoute, registerAdmission } from './register-admission.js';
export { giveWay, inSlices } from './give-way.js';
export { requestsUnderWay } from './requests-under-way.js';
export { registerUploadSpace, UploadSpace } from './upload-space.js';
