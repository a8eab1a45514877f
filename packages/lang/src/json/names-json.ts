import type { ValueJson } from './value-json.js';

/** A name a rule uses, resolved, so that its JSON can be read alone. */
export interface RuleNameJson {
  readonly name: string;
  readonly kind: 'list' | 'const' | 'param' | 'define';
  /** Of a list: its UUID or name; of a `define`: its body. Paths are those of the rule's target. */
  readonly value: ValueJson;
  /** Parameters of a `define` that has some. */
  readonly params?: readonly string[];
  /** `library`: declared outside the rule's own source. */
  readonly from: 'source' | 'library';
}
