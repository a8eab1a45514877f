// Provides `@tamis/authoring/browser` from the complete library, including evaluation: the page loads it anyway, with its texts and
// patterns.
export { createLanguageService } from '../../../packages/authoring/src/language-service/index.js';
export { libraryCatalogue } from '@tamis/library';

const isThere = async (): Promise<void> => undefined;

export const loadDocumentation = isThere;
export const loadPatterns = isThere;
