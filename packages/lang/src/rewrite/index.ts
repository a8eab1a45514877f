export { applyJsonToSource } from './apply-json-to-source.js';
