import type { ValueJson } from './value-json.js';

/** A resolved name that a rule uses, so that its JSON is self-contained. */
export interface RuleNameJson {
  readonly name: string;
  readonly kind: 'list' | 'const' | 'param' | 'define';
  /** For a list, its UUID or name; for a `define`, its body. Paths are those of the rule's target. */
  readonly value: ValueJson;
  /** Parameters of a `define`, if it has any. */
  readonly params?: readonly string[];
  /** `library` if it is declared outside the rule's own source. */
  readonly from: 'source' | 'library';
}
