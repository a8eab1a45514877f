/** Stands in no JSON text: strings hold such characters escaped only. */
const separator = '\x1e';

/**
 * JSON texts as one parameter of a statement that reads them by `jsonTextsSql`. In the text of an array each quote is escaped, which
 * costs more than all else that is done to write them.
 */
export const joinJsonTexts = (texts: readonly string[]): string => texts.join(separator);

/** SQL: the texts that `jsonTexts` put together, as `text[]`. */
export const splitJsonTextsSql = (place: string): string => `string_to_array(${place}, E'\\x1e')`;
