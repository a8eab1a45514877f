/** What a name can be declared as. `parameter`: of a definition. */
export type SymbolKind = 'list' | 'const' | 'param' | 'define' | 'matrix' | 'rule' | 'let' | 'parameter';

export interface Span {
  /** Offsets in the text of the declaration, `end` exclusive. */
  readonly start: number;
  readonly end: number;
}

/** A name where it is declared or used. */
export interface Occurrence extends Span {
  readonly name: string;
  /** Null where it is used. */
  readonly declares: SymbolKind | null;
  /** Source of the aggregate it stands in, whose fields come first; null outside. */
  readonly record: string | null;
  /** `call`: stands before `(`, where functions have names of their own. */
  readonly use: 'value' | 'call' | 'matrix' | 'rule' | 'list';
}

/** `origin.attributes["KYC tier"]`: every step with its place. */
export interface PathUse {
  readonly steps: readonly (Span & { readonly text: string })[];
  readonly record: string | null;
  /** `key`: names a part of a fixture or a setting. `source`: the records of an aggregate. */
  readonly role: 'value' | 'key' | 'source';
}

/** What the words of one declaration are. In the order of the text. */
export interface SymbolTable {
  readonly occurrences: readonly Occurrence[];
  readonly paths: readonly PathUse[];
  /** Names of functions and aggregates. */
  readonly calls: readonly (Span & { readonly name: string })[];
  /** Words from a fixed list: severities, statuses, units. */
  readonly words: readonly Span[];
}
