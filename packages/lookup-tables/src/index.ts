export { answeredTables, ReferenceData } from './reference-data.js';
