/** Rule targets with the same form of paths. */
export type PathTarget = 'transaction' | 'entity' | 'userEvent';

/** Scope of a path. The same words have other meanings in another scope. */
export interface PathScope {
  readonly target: PathTarget;
  /** Within the parentheses of an aggregate: its source, such as `transactions` or `origin.relationships`. */
  readonly record?: string;
  /** Visible declared names and `let`s. In an aggregate, a plain name is a field of the record unless it is one of these. */
  readonly names?: ReadonlySet<string>;
}
