/** Rule targets whose paths are written alike. */
export type PathTarget = 'transaction' | 'entity' | 'userEvent';

/** Where a path stands; the same words lead elsewhere in another scope. */
export interface PathScope {
  readonly target: PathTarget;
  /** Inside the parentheses of an aggregate: its source, such as `transactions` or `origin.relationships`. */
  readonly record?: string;
  /** Declared names and `let`s in view: inside an aggregate, a bare name is a field of the record unless it is one of these. */
  readonly names?: ReadonlySet<string>;
}
