export { Sharing } from './parts/sharing.js';
export { SharedHere } from './parts/shared-here.js';
