import type { Catalogue } from '@tamis/lang';

export { createLanguageService, semanticTokenTypes } from '../src/language-service/index.js';
export type { DocumentChange, LanguageService, ShownDiagnostic } from '../src/language-service/index.js';

/** Everything a rule author can name. */
export declare const libraryCatalogue: Catalogue;
/** From now on hover and completion have texts. */
export declare function loadDocumentation(): Promise<void>;
/** From now on patterns are checked: call `recheck` of a service that is open. */
export declare function loadPatterns(): Promise<void>;
