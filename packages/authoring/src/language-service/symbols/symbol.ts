/** The ways in which a name can be declared. `parameter` is the parameter of a definition. */
export type SymbolKind = 'list' | 'const' | 'param' | 'define' | 'matrix' | 'rule' | 'let' | 'parameter';

export interface Span {
  /** Offsets in the text of the declaration. `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

/** A name where it is declared or used. */
export interface Occurrence extends Span {
  readonly name: string;
  /** `null` where the name is used. */
  readonly declares: SymbolKind | null;
  /** Source of the aggregate around it, whose fields take precedence. `null` outside of aggregates. */
  readonly record: string | null;
  /** `call` means that it is directly before `(`, where functions have a namespace of their own. */
  readonly use: 'value' | 'call' | 'matrix' | 'rule' | 'list';
}

/** For example `origin.attributes["KYC tier"]`: every step with its position. */
export interface PathUse {
  readonly steps: readonly (Span & { readonly text: string })[];
  readonly record: string | null;
  /** `key`: names a part of a fixture or a setting. `source`: the records of an aggregate. */
  readonly role: 'value' | 'key' | 'source';
}

/** Meaning of the words of one declaration, in the order of the text. */
export interface SymbolTable {
  readonly occurrences: readonly Occurrence[];
  readonly paths: readonly PathUse[];
  /** Names of functions and aggregates. */
  readonly calls: readonly (Span & { readonly name: string })[];
  /** Words from a fixed list: severities, statuses, units. */
  readonly words: readonly Span[];
}
