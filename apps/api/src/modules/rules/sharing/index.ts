export { SharingModule } from './sharing.module.js';
