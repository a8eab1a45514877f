import type { AggregateNode } from '../ast/aggregate-node.js';
import type { Expression } from '../ast/expression.js';
import type { LetDeclaration } from '../ast/let-declaration.js';
import type { ListDeclaration } from '../ast/list-declaration.js';
import type { ListReference } from '../ast/list-reference.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { Target } from '../catalogue/field.js';
import type { Type, TypeKind } from '../types/type.js';
import type { ListBinding, Resolution } from './checked-rule.js';
import type { Findings } from './findings.js';

/** A declared list and what it was found to be; null when it was not found (already reported). */
export interface DeclaredList {
  readonly declaration: ListDeclaration;
  readonly binding: ListBinding | null;
  used: boolean;
}

/** A `let` of the rule. `type` is null when its value is wrong (already reported). */
export interface NamedLet {
  readonly declaration: LetDeclaration;
  readonly index: number;
  readonly type: Type | null;
  used: boolean;
}

/** Everything the check of one rule knows and gathers. */
export interface RuleContext {
  readonly catalogue: Catalogue;
  /** Codes besides the catalogue's: the organization's own currencies. */
  readonly currencies: ReadonlySet<string>;
  readonly targets: readonly Target[];
  readonly lists: ReadonlyMap<string, DeclaredList>;
  readonly lets: Map<string, NamedLet>;
  /** Names of all lets, for "used before". */
  readonly letNames: ReadonlySet<string>;
  readonly types: Map<Expression, Type>;
  readonly resolutions: Map<Expression, Resolution>;
  readonly aggregates: AggregateNode[];
  readonly bindList: (reference: ListReference) => ListBinding | null;
  findings: Findings;
}

/** Where an expression stands. */
export interface Place {
  /** Source of the aggregate the expression is inside, or null. */
  readonly record: string | null;
  /** Kind wanted here, to order suggestions. */
  readonly wanted?: TypeKind;
}

export const atSubject: Place = { record: null };
