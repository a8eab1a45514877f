/** Literals without a plain JSON form: objects with one member, whose value is always text (`{"$money": "10000 USD"}`). */
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

/** A decimal. Tagged if no double represents it exactly. */
export type NumberJson = number | { readonly $number: string };

export type ScalarJson = string | number | boolean;

/** A declared name: a `let` or a list alias. */
export interface NameJson {
  readonly $name: string;
}

/** A literal in JSON form. */
export type LiteralJson = ScalarJson | TaggedLiteralJson | readonly LiteralJson[];
