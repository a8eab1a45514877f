import type { Catalogue } from '@tamis/lang';

export { createLanguageService, semanticTokenTypes } from '../src/language-service/index.js';
export type { DocumentChange, LanguageService, RenameResult, ShownDiagnostic } from '../src/language-service/index.js';

/** Everything that a rule author can name. */
export declare const libraryCatalogue: Catalogue;
/** Makes the texts available to hover and completion. */
export declare function loadDocumentation(): Promise<void>;
/** Enables the check of patterns: call `recheck` of an open service afterwards. */
export declare function loadPatterns(): Promise<void>;
