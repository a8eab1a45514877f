export * from './gorules/import-gorules.js';
export * from './imported.js';
export * from './json-logic/import-json-logic.js';
export * from './json-rules-engine/import-json-rules-engine.js';
export * from './radar/import-radar.js';
