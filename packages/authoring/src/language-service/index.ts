export * from './create-language-service.js';
export type { DocumentChange } from './documents/rule-document.js';
export type { ShownDiagnostic } from './features/diagnostics.js';
export type { RenameResult } from './features/rename.js';
export { semanticTokenTypes } from './features/semantic-tokens.js';
export type { FieldStatistics, KnownList, LanguageServiceOptions } from './project/options.js';
export type { Location } from './project/project.js';
