import type { VocabularyKind } from '../catalogue/catalogue.js';

/** The words each place allows, as `Catalogue.words` gives them. Without it the checker has the last word on them, without a path. */
export type AllowedWords = (place: VocabularyKind) => readonly string[];
