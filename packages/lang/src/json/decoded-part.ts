/** A part that may be absent, in which case `value` is null. The result itself is null if an error was reported. */
export type DecodedPart<T> = { readonly value: T } | null;
