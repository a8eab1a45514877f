/**
 * Static types of the language. Text has a collation: `ci` ignores case and accents, `cs` compares code points. `any` is an untyped field
 * of an open object; it takes its type from the other operand, and is checked at evaluation time.
 */
export type Type =
  | { readonly kind: 'bool' }
  | { readonly kind: 'number' }
  /** `currency` if it is known before evaluation (a literal, `m as USD`): it takes precedence in a comparison (language manual 3.3). */
  | { readonly kind: 'money'; readonly currency?: string }
  /** `forced` by `exact(…)` and `folded(…)`: this collation applies regardless of the other side. */
  | { readonly kind: 'text'; readonly collation: Collation; readonly forced?: true }
  | { readonly kind: 'enum'; readonly name: string; readonly values: readonly string[] }
  | { readonly kind: 'country' }
  | { readonly kind: 'currency' }
  | { readonly kind: 'date' }
  | { readonly kind: 'datetime' }
  /** `calendar`: months and years; the two kinds do not mix. `partOfDay`: not known to be whole days when added to a date. */
  | { readonly kind: 'duration'; readonly calendar?: boolean; readonly partOfDay?: true }
  | { readonly kind: 'distance' }
  | { readonly kind: 'ip' }
  | { readonly kind: 'geo' }
  | { readonly kind: 'entity' }
  | { readonly kind: 'object' }
  | { readonly kind: 'any' }
  | { readonly kind: 'listref' }
  | { readonly kind: 'list'; readonly element: Type };

export type TypeKind = Type['kind'];

/** `null`: a literal or computed text, which takes the collation of the other side. */
export type Collation = 'ci' | 'cs' | null;
