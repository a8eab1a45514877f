import type {
  AggregateDeclaration,
  AggregateFold,
  AggregateNode,
  CalendarUnit,
  Declaration,
  FieldDeclaration,
  KeyEquality,
  Outcome,
  Signature,
  Type,
} from '@tamis/lang';
import type { RecordSource } from '../facts/facts.js';

interface PlanBase {
  /** Unique number. Equal subtrees of all rules of the set share a node. */
  readonly id: number;
  /** Sum of the cost weights of the tree. */
  readonly cost: number;
  /** Whether it depends on the record that an aggregate is processing. */
  readonly inRecord: boolean;
  /** Nodes from which it is computed. */
  readonly operands: readonly PlanNode[];
  /** Whether the node itself looks something up in the environment. */
  readonly asks: boolean;
  /** Whether its value depends on facts. */
  readonly late: boolean;
  /** Number of other nodes and rules that read it. */
  uses: number;
}

export interface ConstantPlan extends PlanBase {
  readonly kind: 'constant';
  readonly value: Outcome;
}

export interface SubjectFieldPlan extends PlanBase {
  readonly kind: 'subjectField';
  readonly field: FieldDeclaration;
}

export interface RecordFieldPlan extends PlanBase {
  readonly kind: 'recordField';
  readonly field: FieldDeclaration;
  readonly window: WindowPlan;
  /** Number of the window's cache for values already read. */
  readonly cache: number;
}

export interface NowPlan extends PlanBase {
  readonly kind: 'now';
}

/** A value read as another type at evaluation: an `any` field, or text compared with an address or a date. */
export interface ReadAsPlan extends PlanBase {
  readonly kind: 'readAs';
  readonly type: Type;
}

export interface ApplicationPlan extends PlanBase {
  readonly kind: 'application';
  readonly declaration: Declaration;
  readonly signature: Signature;
  readonly types: readonly Type[];
  /** For `is missing`, `is empty` and their negations on a path: a value of the wrong type is present rather than unknown. */
  readonly onPath: boolean;
}

/** `lookup(…).riskScore`: a member of the object returned by its operand. */
export interface MemberPlan extends PlanBase {
  readonly kind: 'member';
  readonly steps: readonly string[];
  readonly type: Type;
}

/** `text("…{x}…")`: the operands are the placeholders, in order. */
export interface TemplatePlan extends PlanBase {
  readonly kind: 'template';
  /** Text, or the number of the operand. */
  readonly parts: readonly (string | number)[];
  /** Format the value of each placeholder as text. */
  readonly show: readonly ((value: Outcome, context: Readonly<Record<string, unknown>>) => string)[];
}

/**
 * `match.value`: the result of the first search that found something. Operands are those of all searches in order, each with the name
 * first.
 */
export interface MatchPlan extends PlanBase {
  readonly kind: 'match';
  readonly member: 'value' | 'score';
  /** Number of operands of each search. */
  readonly lengths: readonly number[];
}

/** `m as USD`, either written or implied by an aggregate over money. */
export interface ConvertPlan extends PlanBase {
  readonly kind: 'convert';
  readonly currency: string;
}

/** Operands in text order. */
export interface JunctionPlan extends PlanBase {
  readonly kind: 'and' | 'or';
}

/** `at least n of { … }`. */
export interface AtLeastPlan extends PlanBase {
  readonly kind: 'atLeast';
  readonly count: number;
}

export interface NegationPlan extends PlanBase {
  readonly kind: 'not';
}

export interface ArrayPlan extends PlanBase {
  readonly kind: 'array';
}

export interface AggregatePlan extends PlanBase {
  readonly kind: 'aggregate';
  /** As written in the first rule that contains it. */
  readonly written: AggregateNode;
  readonly declaration: AggregateDeclaration;
  readonly fold: AggregateFold;
  readonly window: WindowPlan;
  readonly span: TimeSpan;
  readonly prior: boolean;
  /** Maximum number of newest records. */
  readonly last: number | null;
  /** Whether the rows of link and window count against the cap. */
  readonly capped: boolean;
  readonly value: PlanNode | null;
  readonly valueType: Type | null;
  readonly where: PlanNode | null;
}

/** The computations of the rules of a set: a graph without duplicates. */
export type PlanNode =
  | ConstantPlan
  | SubjectFieldPlan
  | RecordFieldPlan
  | NowPlan
  | ReadAsPlan
  | ApplicationPlan
  | MemberPlan
  | TemplatePlan
  | MatchPlan
  | ConvertPlan
  | JunctionPlan
  | AtLeastPlan
  | NegationPlan
  | ArrayPlan
  | AggregatePlan;

/** The period that an aggregate covers. */
export type TimeSpan =
  | { readonly kind: 'last'; readonly spanMs: number; readonly spanMonths: number }
  | { readonly kind: 'current' | 'previous'; readonly unit: CalendarUnit }
  | { readonly kind: 'since'; readonly start: PlanNode }
  | { readonly kind: 'allTime' };

/** The rows that one aggregate requires of its window. */
export interface WindowExtent {
  readonly span: TimeSpan;
  /** Maximum number of rows, newest first; `null` for all. */
  readonly rows: number | null;
}

/** Rows read by several aggregates of the set. Extended while the set is planned. */
export interface WindowPlan {
  /** Id of the request. */
  readonly id: number;
  /** `null` for the elements of a list of the subject. */
  readonly source: RecordSource | null;
  readonly listPath: readonly string[] | null;
  /** For a list: the JSON path whose absence makes it unknown (`not_screened`). */
  readonly foundWith: readonly string[] | null;
  readonly timePath: readonly string[] | null;
  readonly links: readonly (readonly (readonly KeyEquality[])[])[];
  /** The longest extent is fetched. */
  readonly extents: WindowExtent[];
  readonly columns: (readonly string[])[];
  /** Index into `columns`, by `formatPath`. */
  readonly columnIndex: Map<string, number>;
  recordFields: number;
}
