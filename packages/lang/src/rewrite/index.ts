export { applyJsonToSource } from './apply-json-to-source.js';
export { settled } from './settled.js';
