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
  /** Equal subtrees of all rules of the set are one node. */
  readonly id: number;
  /** Sum of cost weights of the tree. */
  readonly cost: number;
  /** Depends on the record an aggregate is looking at. */
  readonly inRecord: boolean;
  /** What it is computed from. */
  readonly operands: readonly PlanNode[];
  /** It looks something up in the environment by itself. */
  readonly asks: boolean;
  /** Facts have a part in its value. */
  readonly late: boolean;
  /** How many other nodes and rules read it. */
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
  /** Where the window keeps the values already read. */
  readonly cache: number;
}

export interface NowPlan extends PlanBase {
  readonly kind: 'now';
}

/** A value read as another type when the rule runs: an `any` field, or text against an address or a date. */
export interface ReadAsPlan extends PlanBase {
  readonly kind: 'readAs';
  readonly type: Type;
}

export interface ApplicationPlan extends PlanBase {
  readonly kind: 'application';
  readonly declaration: Declaration;
  readonly signature: Signature;
  readonly types: readonly Type[];
  /** `is missing`, `is empty` and their negations on a path: a value of the wrong type is there, not unknown. */
  readonly onPath: boolean;
}

/** `lookup(…).riskScore`: a member of the object its operand yields. */
export interface MemberPlan extends PlanBase {
  readonly kind: 'member';
  readonly steps: readonly string[];
  readonly type: Type;
}

/** `text("…{x}…")`: operands are the holes, in order. */
export interface TemplatePlan extends PlanBase {
  readonly kind: 'template';
  /** Text, or the number of the operand. */
  readonly parts: readonly (string | number)[];
  /** Text of the value of each hole. */
  readonly show: readonly ((value: Outcome, context: Readonly<Record<string, unknown>>) => string)[];
}

/** `match.value`: of the first search that found something. Operands: of every search in turn, name first. */
export interface MatchPlan extends PlanBase {
  readonly kind: 'match';
  readonly member: 'value' | 'score';
  /** How many operands each search has. */
  readonly lengths: readonly number[];
}

/** `m as USD`, written or implied by an aggregate over money. */
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
  /** As the first rule that has it wrote it. */
  readonly written: AggregateNode;
  readonly declaration: AggregateDeclaration;
  readonly fold: AggregateFold;
  readonly window: WindowPlan;
  readonly span: TimeSpan;
  readonly prior: boolean;
  /** Only the newest so many. */
  readonly last: number | null;
  /** Counts rows of link and window against the cap. */
  readonly capped: boolean;
  readonly value: PlanNode | null;
  readonly valueType: Type | null;
  readonly where: PlanNode | null;
}

/** What the rules of a set compute: a graph in which nothing stands twice. */
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

/** The span of time an aggregate looks at. */
export type TimeSpan =
  | { readonly kind: 'last'; readonly spanMs: number; readonly spanMonths: number }
  | { readonly kind: 'current' | 'previous'; readonly unit: CalendarUnit }
  | { readonly kind: 'since'; readonly start: PlanNode }
  | { readonly kind: 'allTime' };

/** What one aggregate needs of the rows of its window. */
export interface WindowExtent {
  readonly span: TimeSpan;
  /** At most this many rows, the newest ones; null: all. */
  readonly rows: number | null;
}

/** Rows several aggregates of the set read. Grows while the set is planned. */
export interface WindowPlan {
  /** Id of the request. */
  readonly id: number;
  /** Null: the elements of a list on the subject. */
  readonly source: RecordSource | null;
  readonly listPath: readonly string[] | null;
  /** Of a list: JSON path without which it is unknown (`not_screened`). */
  readonly foundWith: readonly string[] | null;
  readonly timePath: readonly string[] | null;
  readonly links: readonly (readonly (readonly KeyEquality[])[])[];
  /** The longest one is fetched. */
  readonly extents: WindowExtent[];
  readonly columns: (readonly string[])[];
  /** Index into `columns` by `formatPath`. */
  readonly columnIndex: Map<string, number>;
  recordFields: number;
}
