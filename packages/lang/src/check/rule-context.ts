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

/** A `let` of the rule. `type` is null when its value is wrong (already reported). */
export interface LetBinding {
  readonly declaration: LetDeclaration;
  readonly index: number;
  readonly type: Type | null;
  used: boolean;
}

export type FindMatrix = (key: string) => readonly Target[] | null;
export type FindParty = (what: 'user' | 'team' | 'automation', id: string) => boolean;

/** Everything the check of one rule, constant or test knows and gathers. */
export interface RuleContext {
  readonly catalogue: Catalogue;
  /** Codes besides the catalogue's: the organization's own currencies. */
  readonly currencies: ReadonlySet<string> | 'any';
  /** Empty in constants and parameters: nothing of a subject can be named. */
  readonly targets: readonly Target[];
  readonly names: DeclaredNames;
  readonly lets: Map<string, LetBinding>;
  /** Names of all lets, for "used before". */
  readonly letNames: ReadonlySet<string>;
  readonly types: Map<Expression, Type>;
  readonly resolutions: Map<Expression, Resolution>;
  readonly aggregates: AggregateNode[];
  /** Calls of functions that a rule may call only so often. */
  readonly countedCalls: CallNode[];
  readonly matchTerms: OperationNode[];
  /** Declared names used, directly or through others. */
  readonly usedNames: Set<string>;
  /** Findings inside definitions that were reported at an earlier use: `<define>:<code>:<line>:<character>`. */
  readonly reportedInside: Set<string>;
  /** Nodes made by expansions so far. */
  expandedNodes: number;
  readonly bindList: (reference: ListReference) => ListBinding | null;
  /** Targets of a matrix the files do not declare; null: there is none. Absent: none is known. */
  readonly findMatrix?: FindMatrix | undefined;
  /** Whether a user, team or automation exists; absent: not known here. */
  readonly parties?: FindParty | undefined;
  /** A name whose own declaration is wrong was used: nothing is reported here, and nothing may run. */
  usesBrokenName: boolean;
  /** Names of things in the world of a test; null in rules. */
  readonly fixtureNames: ReadonlySet<string> | null;
  findings: DiagnosticBag;
}

/** The record an aggregate looks at. */
export interface RecordScope {
  readonly source: AggregateSource;
  readonly fields: readonly FieldDeclaration[];
  readonly field: (steps: readonly string[]) => FieldDeclaration | null;
}

/** Inside the body of a definition. */
export interface DefinitionScope {
  readonly name: string;
  /** Where the definition is used, for messages. */
  readonly use: SyntaxNode;
  /** Arguments as they were written and checked at the use. */
  readonly args: ReadonlyMap<string, Expression>;
  /** Definitions around this one. */
  readonly depth: number;
}

/** Where an expression stands. */
export interface ExpressionScope {
  /** The record of the aggregate the expression is inside, or null. */
  readonly record: RecordScope | null;
  /** Kind wanted here, to order suggestions. */
  readonly expectedKind?: TypeKind;
  /** The innermost definition whose body this is; absent: text of the rule itself. */
  readonly definition?: DefinitionScope;
  /** Inside an aggregate, whose record the names of a definition do not see. */
  readonly insideAggregate?: boolean;
  /** In a message `match.value` and `match.score` are known. */
  readonly inMessage?: boolean;
}

export const atSubject: ExpressionScope = { record: null };
