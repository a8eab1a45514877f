import type {
  AggregateDeclaration,
  Declaration,
  FieldDeclaration,
  ListBinding,
  Outcome,
  Signature,
  Type,
} from '@tamis/lang';

interface PlanBase {
  /** Equal subtrees of all rules of the set are one node. */
  readonly id: number;
  /** Sum of cost weights of the tree. */
  readonly cost: number;
  /** Depends on the record an aggregate is looking at. */
  readonly inRecord: boolean;
  /** How many other nodes and rules read it. */
  uses: number;
  /** About the subject alone, but read while an aggregate looks at records: computed once, before any record is in view. */
  hoisted: boolean;
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
  readonly operand: PlanNode;
  readonly type: Type;
}

export interface ApplicationPlan extends PlanBase {
  readonly kind: 'application';
  readonly declaration: Declaration;
  readonly signature: Signature;
  readonly types: readonly Type[];
  readonly operands: readonly PlanNode[];
  /** `is missing`, `is empty` and their negations on a path: a value of the wrong type is there, not unknown. */
  readonly onPath: boolean;
}

/** `m as USD`, written or implied by an aggregate over money. */
export interface ConvertPlan extends PlanBase {
  readonly kind: 'convert';
  readonly operand: PlanNode;
  readonly currency: string;
}

export interface JunctionPlan extends PlanBase {
  readonly kind: 'and' | 'or';
  /** In text order. */
  readonly items: readonly PlanNode[];
}

export interface NegationPlan extends PlanBase {
  readonly kind: 'not';
  readonly operand: PlanNode;
}

export interface ArrayPlan extends PlanBase {
  readonly kind: 'array';
  readonly items: readonly PlanNode[];
}

export interface MembershipPlan extends PlanBase {
  readonly kind: 'membership';
  readonly list: ListBinding;
  readonly negated: boolean;
  readonly operand: PlanNode;
  readonly operandType: Type;
  /** Requests of the set's membership nodes are numbered by it. */
  readonly index: number;
}

export interface AggregatePlan extends PlanBase {
  readonly kind: 'aggregate';
  readonly declaration: AggregateDeclaration;
  readonly window: WindowPlan;
  readonly span: WindowSpan;
  readonly prior: boolean;
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
  | ConvertPlan
  | JunctionPlan
  | NegationPlan
  | ArrayPlan
  | MembershipPlan
  | AggregatePlan;

/** Length of a window: milliseconds, or months in the organization's zone where that is not 0. */
export interface WindowSpan {
  readonly spanMs: number;
  readonly spanMonths: number;
}

/** One fetch: all aggregates of the set with these links read its rows. Grows while the set is planned. */
export interface WindowPlan {
  /** Id of the request. */
  readonly id: number;
  readonly source: 'transactions';
  readonly links: readonly { readonly subjectPath: readonly string[]; readonly recordPath: readonly string[] }[];
  /** The longest one is fetched. */
  readonly spans: WindowSpan[];
  /** False as soon as one aggregate reads without a cap. */
  capped: boolean;
  readonly columns: (readonly string[])[];
  /** Index into `columns` by `formatPath`. */
  readonly columnIndex: Map<string, number>;
  recordFields: number;
}
