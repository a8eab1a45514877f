import type { VocabularyKind } from '../catalogue/catalogue.js';

/**
 * Returns the words allowed for each kind, like `Catalogue.words`. Without it, only the checker verifies words, and reports them without a
 * path.
 */
export type AllowedWords = (place: VocabularyKind) => readonly string[];
