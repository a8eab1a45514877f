import type { AggregateNode } from '../ast/aggregate-node.js';
import type { CallNode } from '../ast/call-node.js';
import type { Expression } from '../ast/expression.js';
import type { LetDeclaration } from '../ast/let-declaration.js';
import type { ListReference } from '../ast/list-reference.js';
import type { OperationNode } from '../ast/operation-node.js';
import type { SyntaxNode } from '../ast/syntax-node.js';
import type { Catalogue } from '../catalogue/catalogue.js';
import type { AggregateSource, FieldDeclaration, Target } from '../catalogue/field.js';
import type { Type, TypeKind } from '../types/type.js';
import type { DeclaredNames } from './declared-names.js';
import type { DiagnosticBag } from './diagnostic-bag.js';
import type { ListBinding, Resolution } from './semantic-model.js';

/** A `let` of the rule. `type` is null if its value has errors (already reported). */
export interface LetBinding {
  readonly declaration: LetDeclaration;
  readonly index: number;
  readonly type: Type | null;
  used: boolean;
}

export type FindMatrix = (key: string) => readonly Target[] | null;
export type FindParty = (what: 'user' | 'team' | 'automation', id: string) => boolean;

/** Everything that the check of one rule, constant or test knows and collects. */
export interface RuleContext {
  readonly catalogue: Catalogue;
  /** Codes in addition to those of the catalogue: the organization's own currencies. */
  readonly currencies: ReadonlySet<string> | 'any';
  /** Empty for constants and parameters, which cannot refer to a subject. */
  readonly targets: readonly Target[];
  readonly names: DeclaredNames;
  readonly lets: Map<string, LetBinding>;
  /** Names of all lets, for reporting "used before". */
  readonly letNames: ReadonlySet<string>;
  readonly types: Map<Expression, Type>;
  readonly resolutions: Map<Expression, Resolution>;
  readonly aggregates: AggregateNode[];
  /** Calls of functions that a rule may call only a limited number of times. */
  readonly countedCalls: CallNode[];
  readonly matchTerms: OperationNode[];
  /** Declared names in use, directly or indirectly. */
  readonly usedNames: Set<string>;
  /** Findings within definitions already reported at an earlier use: `<define>:<code>:<line>:<character>`. */
  readonly reportedInside: Set<string>;
  /** Number of nodes created by expansions so far. */
  expandedNodes: number;
  readonly bindList: (reference: ListReference) => ListBinding | null;
  /** Returns the targets of a matrix that the files do not declare; `null` if there is none. Absent if none are known. */
  readonly findMatrix?: FindMatrix | undefined;
  /** Returns whether a user, team or automation exists. Absent if unknown here. */
  readonly parties?: FindParty | undefined;
  /** Whether a name was used whose own declaration has errors. Nothing is reported here, but the rule must not be evaluated. */
  usesBrokenName: boolean;
  /** Names of objects in a test; `null` in rules. */
  readonly fixtureNames: ReadonlySet<string> | null;
  findings: DiagnosticBag;
}

/** The record that an aggregate processes. */
export interface RecordScope {
  readonly source: AggregateSource;
  readonly fields: readonly FieldDeclaration[];
  readonly field: (steps: readonly string[]) => FieldDeclaration | null;
}

/** Scope within the body of a definition. */
export interface DefinitionScope {
  readonly name: string;
  /** The use of the definition, for messages. */
  readonly use: SyntaxNode;
  /** Arguments as written and checked at the use. */
  readonly args: ReadonlyMap<string, Expression>;
  /** Number of surrounding definitions. */
  readonly depth: number;
}

/** Context of an expression. */
export interface ExpressionScope {
  /** The record of the surrounding aggregate; `null` outside aggregates. */
  readonly record: RecordScope | null;
  /** Type kind expected here, for ranking suggestions. */
  readonly expectedKind?: TypeKind;
  /** The innermost definition whose body contains the expression. Absent for the text of the rule itself. */
  readonly definition?: DefinitionScope;
  /** Whether it is within an aggregate, whose record is not visible to the names of a definition. */
  readonly insideAggregate?: boolean;
  /** Whether it is in a message, where `match.value` and `match.score` are available. */
  readonly inMessage?: boolean;
  /** Whether only the name of a declaration can be written here, and no path. */
  readonly isBareName?: boolean;
}

export const atSubject: ExpressionScope = { record: null };
