export { registerLargeBodies } from './large-bodies.js';
export { FilesModule, ReadFiles } from './read-files.js';
export { ChangedRows, RowFile, type RowPart, RowTexts, type SentRows } from './row-file.js';
