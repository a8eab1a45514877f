/** A part that may be absent, which is `value` null. Null itself: a mistake was reported. */
export type Part<T> = { readonly value: T } | null;
