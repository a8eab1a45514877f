export { BatchImportModule } from './batch-import.module.js';
