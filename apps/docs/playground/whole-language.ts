// What `@tamis/authoring/browser` is, from the library that evaluates: the page has it anyway, with its texts and patterns.
export { createLanguageService } from '../../../packages/authoring/src/language-service/index.js';
export { libraryCatalogue } from '@tamis/library';

const isThere = async (): Promise<void> => undefined;

export const loadDocumentation = isThere;
export const loadPatterns = isThere;
