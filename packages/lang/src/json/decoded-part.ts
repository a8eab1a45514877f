/** A part that may be absent, which is `value` null. Null itself: a mistake was reported. */
export type DecodedPart<T> = { readonly value: T } | null;
