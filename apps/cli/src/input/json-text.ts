/** Parses JSON. Some programs write a byte order mark before it. Throws a `SyntaxError`. */
export const parseJson = (text: string): unknown => JSON.parse(text.replace(/^\uFEFF/, ''));
