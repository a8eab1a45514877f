export { stopServer as default } from './global-setup.mjs';
