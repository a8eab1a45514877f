/** Literals JSON has no form for: objects with one member, always text (`{"$money": "10000 USD"}`). */
export type TaggedLiteralJson =
  | { readonly $money: string }
  | { readonly $duration: string }
  | { readonly $percent: string }
  | { readonly $distance: string }
  | { readonly $date: string }
  | { readonly $datetime: string }
  | { readonly $number: string };

export const literalTags = ['$money', '$duration', '$percent', '$distance', '$date', '$datetime', '$number'] as const;
export type LiteralTag = (typeof literalTags)[number];

/** A decimal; tagged where no double is exactly that decimal. */
export type NumberJson = number | { readonly $number: string };

export type ScalarJson = string | number | boolean;

/** A declared name: a `let` or a list alias. */
export interface NameJson {
  readonly $name: string;
}

/** A literal as JSON holds it. */
export type LiteralJson = ScalarJson | TaggedLiteralJson | readonly LiteralJson[];
