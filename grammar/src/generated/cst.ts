// Generated from the parser by npm run generate. Do not edit.
import type { CstNode, ICstVisitor, IToken } from "chevrotain";

export interface LiteralCstNode extends CstNode {
  name: "literal";
  children: LiteralCstChildren;
}

export type LiteralCstChildren = {
  Text?: IToken[];
  RawText?: IToken[];
  Money?: IToken[];
  Duration?: IToken[];
  Distance?: IToken[];
  Percent?: IToken[];
  Number?: IToken[];
  DateTime?: IToken[];
  Date?: IToken[];
  True?: IToken[];
  False?: IToken[];
};

export interface PathCstNode extends CstNode {
  name: "path";
  children: PathCstChildren;
}

export type PathCstChildren = {
  step: IToken[];
  member?: MemberCstNode[];
};

export interface MemberCstNode extends CstNode {
  name: "member";
  children: MemberCstChildren;
}

export type MemberCstChildren = {
  Dot?: IToken[];
  step?: (IToken)[];
  LeftSquare?: IToken[];
  RightSquare?: IToken[];
};

export interface DateOrTimeCstNode extends CstNode {
  name: "dateOrTime";
  children: DateOrTimeCstChildren;
}

export type DateOrTimeCstChildren = {
  Date?: IToken[];
  DateTime?: IToken[];
};

export interface ListReferenceCstNode extends CstNode {
  name: "listReference";
  children: ListReferenceCstChildren;
}

export type ListReferenceCstChildren = {
  List: IToken[];
  Text: IToken[];
};

export interface ListTypeReferenceCstNode extends CstNode {
  name: "listTypeReference";
  children: ListTypeReferenceCstChildren;
}

export type ListTypeReferenceCstChildren = {
  Lists: IToken[];
  Of: IToken[];
  Type: IToken[];
  Text: IToken[];
};

export interface ExpressionCstNode extends CstNode {
  name: "expression";
  children: ExpressionCstChildren;
}

export type ExpressionCstChildren = {
  conjunction: (ConjunctionCstNode)[];
  Or?: IToken[];
};

export interface ConjunctionCstNode extends CstNode {
  name: "conjunction";
  children: ConjunctionCstChildren;
}

export type ConjunctionCstChildren = {
  negation: (NegationCstNode)[];
  And?: IToken[];
};

export interface NegationCstNode extends CstNode {
  name: "negation";
  children: NegationCstChildren;
}

export type NegationCstChildren = {
  Not?: IToken[];
  negation?: NegationCstNode[];
  comparison?: ComparisonCstNode[];
};

export interface ComparisonCstNode extends CstNode {
  name: "comparison";
  children: ComparisonCstChildren;
}

export type ComparisonCstChildren = {
  value: ValueCstNode[];
  comparisonTail?: ComparisonTailCstNode[];
};

export interface ValueCstNode extends CstNode {
  name: "value";
  children: ValueCstChildren;
}

export type ValueCstChildren = {
  sum: (SumCstNode)[];
  Otherwise?: IToken[];
};

export interface SumCstNode extends CstNode {
  name: "sum";
  children: SumCstChildren;
}

export type SumCstChildren = {
  product: (ProductCstNode)[];
  operator?: (IToken)[];
};

export interface ProductCstNode extends CstNode {
  name: "product";
  children: ProductCstChildren;
}

export type ProductCstChildren = {
  unary: (UnaryCstNode)[];
  operator?: (IToken)[];
};

export interface UnaryCstNode extends CstNode {
  name: "unary";
  children: UnaryCstChildren;
}

export type UnaryCstChildren = {
  Minus?: IToken[];
  unary?: UnaryCstNode[];
  conversion?: ConversionCstNode[];
};

export interface ConversionCstNode extends CstNode {
  name: "conversion";
  children: ConversionCstChildren;
}

export type ConversionCstChildren = {
  primary: PrimaryCstNode[];
  As?: IToken[];
  currency?: IToken[];
};

export interface PrimaryCstNode extends CstNode {
  name: "primary";
  children: PrimaryCstChildren;
}

export type PrimaryCstChildren = {
  literal?: LiteralCstNode[];
  array?: ArrayCstNode[];
  parentheses?: ParenthesesCstNode[];
  group?: GroupCstNode[];
  aggregate?: AggregateCstNode[];
  call?: CallCstNode[];
  path?: PathCstNode[];
};

export interface ParenthesesCstNode extends CstNode {
  name: "parentheses";
  children: ParenthesesCstChildren;
}

export type ParenthesesCstChildren = {
  LeftParen: IToken[];
  expression: ExpressionCstNode[];
  RightParen: IToken[];
};

export interface GroupCstNode extends CstNode {
  name: "group";
  children: GroupCstChildren;
}

export type GroupCstChildren = {
  All?: IToken[];
  Any?: IToken[];
  None?: IToken[];
  At?: IToken[];
  Least?: IToken[];
  Number?: IToken[];
  Of?: IToken[];
  LeftCurly: IToken[];
  expression: (ExpressionCstNode)[];
  Comma?: (IToken)[];
  RightCurly: IToken[];
};

export interface ArrayCstNode extends CstNode {
  name: "array";
  children: ArrayCstChildren;
}

export type ArrayCstChildren = {
  LeftSquare: IToken[];
  expression?: (ExpressionCstNode)[];
  Comma?: (IToken)[];
  RightSquare: IToken[];
};

export interface CallCstNode extends CstNode {
  name: "call";
  children: CallCstChildren;
}

export type CallCstChildren = {
  CallName: IToken[];
  LeftParen: IToken[];
  expression?: ExpressionCstNode[];
  Comma?: IToken[];
  RightParen: IToken[];
  member?: MemberCstNode[];
};

export interface ComparisonTailCstNode extends CstNode {
  name: "comparisonTail";
  children: ComparisonTailCstChildren;
}

export type ComparisonTailCstChildren = {
  relation?: RelationCstNode[];
  isPredicate?: IsPredicateCstNode[];
  wordRelation?: WordRelationCstNode[];
};

export interface RelationCstNode extends CstNode {
  name: "relation";
  children: RelationCstChildren;
}

export type RelationCstChildren = {
  operator?: (IToken)[];
  value: ValueCstNode[];
};

export interface IsPredicateCstNode extends CstNode {
  name: "isPredicate";
  children: IsPredicateCstChildren;
}

export type IsPredicateCstChildren = {
  Is: IToken[];
  Not?: IToken[];
  Missing?: IToken[];
  Present?: IToken[];
  Empty?: IToken[];
  similar?: SimilarCstNode[];
  multiple?: MultipleCstNode[];
  operationalHours?: OperationalHoursCstNode[];
  within?: WithinCstNode[];
  order?: OrderCstNode[];
  literal?: LiteralCstNode[];
};

export interface SimilarCstNode extends CstNode {
  name: "similar";
  children: SimilarCstChildren;
}

export type SimilarCstChildren = {
  Similar: IToken[];
  To: IToken[];
  Any?: IToken[];
  In?: IToken[];
  target?: TargetCstNode[];
  value?: ValueCstNode[];
  At?: IToken[];
  Percent?: IToken[];
  threshold?: IToken[];
  Using?: IToken[];
  algorithm?: IToken[];
};

export interface MultipleCstNode extends CstNode {
  name: "multiple";
  children: MultipleCstChildren;
}

export type MultipleCstChildren = {
  Multiple: IToken[];
  Of: IToken[];
  value: ValueCstNode[];
};

export interface OperationalHoursCstNode extends CstNode {
  name: "operationalHours";
  children: OperationalHoursCstChildren;
}

export type OperationalHoursCstChildren = {
  Outside?: IToken[];
  Inside?: IToken[];
  Operational: IToken[];
  Hours: IToken[];
  Of: IToken[];
  path: PathCstNode[];
};

export interface WithinCstNode extends CstNode {
  name: "within";
  children: WithinCstChildren;
}

export type WithinCstChildren = {
  Within: IToken[];
  Distance?: IToken[];
  Of?: IToken[];
  value?: ValueCstNode[];
  Last?: IToken[];
  length?: LengthCstNode[];
};

export interface LengthCstNode extends CstNode {
  name: "length";
  children: LengthCstChildren;
}

export type LengthCstChildren = {
  Duration?: IToken[];
  Name?: IToken[];
};

export interface OrderCstNode extends CstNode {
  name: "order";
  children: OrderCstChildren;
}

export type OrderCstChildren = {
  Before?: IToken[];
  After?: IToken[];
  value: ValueCstNode[];
};

export interface WordRelationCstNode extends CstNode {
  name: "wordRelation";
  children: WordRelationCstChildren;
}

export type WordRelationCstChildren = {
  Not?: IToken[];
  membership?: MembershipCstNode[];
  between?: BetweenCstNode[];
  contains?: ContainsCstNode[];
  startsWith?: StartsWithCstNode[];
  endsWith?: EndsWithCstNode[];
  matches?: MatchesCstNode[];
};

export interface MembershipCstNode extends CstNode {
  name: "membership";
  children: MembershipCstChildren;
}

export type MembershipCstChildren = {
  In: IToken[];
  target: TargetCstNode[];
};

export interface TargetCstNode extends CstNode {
  name: "target";
  children: TargetCstChildren;
}

export type TargetCstChildren = {
  listReference?: ListReferenceCstNode[];
  listTypeReference?: ListTypeReferenceCstNode[];
  value?: ValueCstNode[];
};

export interface BetweenCstNode extends CstNode {
  name: "between";
  children: BetweenCstChildren;
}

export type BetweenCstChildren = {
  Between: IToken[];
  value: (ValueCstNode)[];
  And: IToken[];
};

export interface ContainsCstNode extends CstNode {
  name: "contains";
  children: ContainsCstChildren;
}

export type ContainsCstChildren = {
  Contains: IToken[];
  Any?: IToken[];
  Of?: (IToken)[];
  target?: (TargetCstNode)[];
  All?: IToken[];
  value?: ValueCstNode[];
};

export interface StartsWithCstNode extends CstNode {
  name: "startsWith";
  children: StartsWithCstChildren;
}

export type StartsWithCstChildren = {
  Starts: IToken[];
  With: IToken[];
  value: ValueCstNode[];
};

export interface EndsWithCstNode extends CstNode {
  name: "endsWith";
  children: EndsWithCstChildren;
}

export type EndsWithCstChildren = {
  Ends: IToken[];
  With: IToken[];
  value: ValueCstNode[];
};

export interface MatchesCstNode extends CstNode {
  name: "matches";
  children: MatchesCstChildren;
}

export type MatchesCstChildren = {
  Matches: IToken[];
  RawText?: IToken[];
  Text?: IToken[];
  path?: PathCstNode[];
};

export interface AggregateCstNode extends CstNode {
  name: "aggregate";
  children: AggregateCstChildren;
}

export type AggregateCstChildren = {
  AggregateWord: IToken[];
  LeftParen: IToken[];
  Distinct?: IToken[];
  qualifiedSource?: QualifiedSourceCstNode[];
  value?: ValueCstNode[];
  Of?: IToken[];
  source?: SourceCstNode[];
  link?: LinkCstNode[];
  window?: WindowCstNode[];
  Where?: IToken[];
  expression?: ExpressionCstNode[];
  RightParen: IToken[];
};

export interface SourceCstNode extends CstNode {
  name: "source";
  children: SourceCstChildren;
}

export type SourceCstChildren = {
  qualifiedSource?: QualifiedSourceCstNode[];
  path?: PathCstNode[];
};

export interface QualifiedSourceCstNode extends CstNode {
  name: "qualifiedSource";
  children: QualifiedSourceCstChildren;
}

export type QualifiedSourceCstChildren = {
  Prior?: IToken[];
  Last?: IToken[];
  Number?: IToken[];
  path: PathCstNode[];
};

export interface LinkCstNode extends CstNode {
  name: "link";
  children: LinkCstChildren;
}

export type LinkCstChildren = {
  sideLink?: SideLinkCstNode[];
  betweenLink?: BetweenLinkCstNode[];
  perLink?: PerLinkCstNode[];
};

export interface SideLinkCstNode extends CstNode {
  name: "sideLink";
  children: SideLinkCstChildren;
}

export type SideLinkCstChildren = {
  kind?: (IToken)[];
  path: PathCstNode[];
};

export interface BetweenLinkCstNode extends CstNode {
  name: "betweenLink";
  children: BetweenLinkCstChildren;
}

export type BetweenLinkCstChildren = {
  Between: IToken[];
  path: (PathCstNode)[];
  And: IToken[];
};

export interface PerLinkCstNode extends CstNode {
  name: "perLink";
  children: PerLinkCstChildren;
}

export type PerLinkCstChildren = {
  Per: IToken[];
  path: PathCstNode[];
  Comma?: IToken[];
};

export interface WindowCstNode extends CstNode {
  name: "window";
  children: WindowCstChildren;
}

export type WindowCstChildren = {
  In?: IToken[];
  period?: PeriodCstNode[];
  Since?: IToken[];
  value?: ValueCstNode[];
};

export interface PeriodCstNode extends CstNode {
  name: "period";
  children: PeriodCstChildren;
}

export type PeriodCstChildren = {
  Last?: IToken[];
  length?: LengthCstNode[];
  kind?: (IToken)[];
  Name?: (IToken)[];
  All?: IToken[];
  Time?: IToken[];
};

export interface ObjectCstNode extends CstNode {
  name: "object";
  children: ObjectCstChildren;
}

export type ObjectCstChildren = {
  LeftCurly: IToken[];
  entry?: (EntryCstNode)[];
  Comma?: (IToken)[];
  RightCurly: IToken[];
};

export interface EntryCstNode extends CstNode {
  name: "entry";
  children: EntryCstChildren;
}

export type EntryCstChildren = {
  path?: PathCstNode[];
  Text?: IToken[];
  Colon: IToken[];
  entryValue: EntryValueCstNode[];
};

export interface EntryValueCstNode extends CstNode {
  name: "entryValue";
  children: EntryValueCstChildren;
}

export type EntryValueCstChildren = {
  object?: ObjectCstNode[];
  objectList?: ObjectListCstNode[];
  expression?: ExpressionCstNode[];
};

export interface ObjectListCstNode extends CstNode {
  name: "objectList";
  children: ObjectListCstChildren;
}

export type ObjectListCstChildren = {
  LeftSquare: IToken[];
  object: (ObjectCstNode)[];
  Comma?: (IToken)[];
  RightSquare: IToken[];
};

export interface ActionWithSettingsCstNode extends CstNode {
  name: "actionWithSettings";
  children: ActionWithSettingsCstChildren;
}

export type ActionWithSettingsCstChildren = {
  action: ActionCstNode[];
  With?: IToken[];
  object?: ObjectCstNode[];
};

export interface ActionCstNode extends CstNode {
  name: "action";
  children: ActionCstChildren;
}

export type ActionCstChildren = {
  alertAction?: AlertActionCstNode[];
  suggestAction?: SuggestActionCstNode[];
  setStatusAction?: SetStatusActionCstNode[];
  assignAction?: AssignActionCstNode[];
  addToListAction?: AddToListActionCstNode[];
  openCaseAction?: OpenCaseActionCstNode[];
  runAutomationAction?: RunAutomationActionCstNode[];
  notifyAction?: NotifyActionCstNode[];
  keyAction?: KeyActionCstNode[];
};

export interface AlertActionCstNode extends CstNode {
  name: "alertAction";
  children: AlertActionCstChildren;
}

export type AlertActionCstChildren = {
  Alert: IToken[];
  Name: IToken[];
  Text: IToken[];
  Once?: IToken[];
  Per?: IToken[];
  path?: PathCstNode[];
  In?: IToken[];
  Duration?: IToken[];
};

export interface SuggestActionCstNode extends CstNode {
  name: "suggestAction";
  children: SuggestActionCstChildren;
}

export type SuggestActionCstChildren = {
  Suggest: IToken[];
  Name: IToken[];
};

export interface SetStatusActionCstNode extends CstNode {
  name: "setStatusAction";
  children: SetStatusActionCstChildren;
}

export type SetStatusActionCstChildren = {
  Set: IToken[];
  Status: IToken[];
  Of?: IToken[];
  path?: PathCstNode[];
  To: IToken[];
  Name: IToken[];
  reason?: ReasonCstNode[];
};

export interface AddToListActionCstNode extends CstNode {
  name: "addToListAction";
  children: AddToListActionCstChildren;
}

export type AddToListActionCstChildren = {
  Add: IToken[];
  listMapping: ListMappingCstNode[];
  Comma?: IToken[];
  reason?: ReasonCstNode[];
};

export interface ListMappingCstNode extends CstNode {
  name: "listMapping";
  children: ListMappingCstChildren;
}

export type ListMappingCstChildren = {
  path: PathCstNode[];
  To: IToken[];
  listReference?: ListReferenceCstNode[];
  listTypeReference?: ListTypeReferenceCstNode[];
  Name?: IToken[];
};

export interface AssignActionCstNode extends CstNode {
  name: "assignAction";
  children: AssignActionCstChildren;
}

export type AssignActionCstChildren = {
  Assign: IToken[];
  To: IToken[];
  assignee: AssigneeCstNode[];
};

export interface AssigneeCstNode extends CstNode {
  name: "assignee";
  children: AssigneeCstChildren;
}

export type AssigneeCstChildren = {
  User?: IToken[];
  Team?: IToken[];
  Text: IToken[];
};

export interface OpenCaseActionCstNode extends CstNode {
  name: "openCaseAction";
  children: OpenCaseActionCstChildren;
}

export type OpenCaseActionCstChildren = {
  Open: IToken[];
  Case: IToken[];
  Name: IToken[];
  Text: IToken[];
};

export interface RunAutomationActionCstNode extends CstNode {
  name: "runAutomationAction";
  children: RunAutomationActionCstChildren;
}

export type RunAutomationActionCstChildren = {
  Run: IToken[];
  Automation: IToken[];
  Text: IToken[];
};

export interface NotifyActionCstNode extends CstNode {
  name: "notifyAction";
  children: NotifyActionCstChildren;
}

export type NotifyActionCstChildren = {
  Notify: IToken[];
  Name: IToken[];
  Text: IToken[];
};

export interface KeyActionCstNode extends CstNode {
  name: "keyAction";
  children: KeyActionCstChildren;
}

export type KeyActionCstChildren = {
  Key: IToken[];
  Text: IToken[];
};

export interface ReasonCstNode extends CstNode {
  name: "reason";
  children: ReasonCstChildren;
}

export type ReasonCstChildren = {
  Because: IToken[];
  Text: IToken[];
};

export interface HeaderCstNode extends CstNode {
  name: "header";
  children: HeaderCstChildren;
}

export type HeaderCstChildren = {
  onHeader?: OnHeaderCstNode[];
  matrixHeader?: MatrixHeaderCstNode[];
  categoryHeader?: CategoryHeaderCstNode[];
  tagsHeader?: TagsHeaderCstNode[];
  scopeHeader?: ScopeHeaderCstNode[];
  evaluateHeader?: EvaluateHeaderCstNode[];
  stopHeader?: StopHeaderCstNode[];
  descriptionHeader?: DescriptionHeaderCstNode[];
  ownerHeader?: OwnerHeaderCstNode[];
  referenceHeader?: ReferenceHeaderCstNode[];
  modeHeader?: ModeHeaderCstNode[];
  priorityHeader?: PriorityHeaderCstNode[];
  scoreHeader?: ScoreHeaderCstNode[];
  effectiveHeader?: EffectiveHeaderCstNode[];
  metaHeader?: MetaHeaderCstNode[];
};

export interface OnHeaderCstNode extends CstNode {
  name: "onHeader";
  children: OnHeaderCstChildren;
}

export type OnHeaderCstChildren = {
  On: IToken[];
  target: IToken[];
  Comma?: (IToken)[];
  LeftParen?: IToken[];
  trigger?: IToken[];
  RightParen?: IToken[];
};

export interface ScoreHeaderCstNode extends CstNode {
  name: "scoreHeader";
  children: ScoreHeaderCstChildren;
}

export type ScoreHeaderCstChildren = {
  Score: IToken[];
  Minus?: IToken[];
  Number: IToken[];
};

export interface PriorityHeaderCstNode extends CstNode {
  name: "priorityHeader";
  children: PriorityHeaderCstChildren;
}

export type PriorityHeaderCstChildren = {
  Priority: IToken[];
  Number: IToken[];
};

export interface CategoryHeaderCstNode extends CstNode {
  name: "categoryHeader";
  children: CategoryHeaderCstChildren;
}

export type CategoryHeaderCstChildren = {
  Category: IToken[];
  Name: IToken[];
};

export interface ModeHeaderCstNode extends CstNode {
  name: "modeHeader";
  children: ModeHeaderCstChildren;
}

export type ModeHeaderCstChildren = {
  Mode: IToken[];
  Name: IToken[];
};

export interface DescriptionHeaderCstNode extends CstNode {
  name: "descriptionHeader";
  children: DescriptionHeaderCstChildren;
}

export type DescriptionHeaderCstChildren = {
  Description: IToken[];
  Text: IToken[];
};

export interface MatrixHeaderCstNode extends CstNode {
  name: "matrixHeader";
  children: MatrixHeaderCstChildren;
}

export type MatrixHeaderCstChildren = {
  Matrix: IToken[];
  Name: IToken[];
  Comma?: IToken[];
};

export interface TagsHeaderCstNode extends CstNode {
  name: "tagsHeader";
  children: TagsHeaderCstChildren;
}

export type TagsHeaderCstChildren = {
  Tags: IToken[];
  array: ArrayCstNode[];
};

export interface ScopeHeaderCstNode extends CstNode {
  name: "scopeHeader";
  children: ScopeHeaderCstChildren;
}

export type ScopeHeaderCstChildren = {
  Scope: IToken[];
  object: ObjectCstNode[];
};

export interface EvaluateHeaderCstNode extends CstNode {
  name: "evaluateHeader";
  children: EvaluateHeaderCstChildren;
}

export type EvaluateHeaderCstChildren = {
  Evaluate: IToken[];
  Name: IToken[];
};

export interface StopHeaderCstNode extends CstNode {
  name: "stopHeader";
  children: StopHeaderCstChildren;
}

export type StopHeaderCstChildren = {
  Stop: IToken[];
  On: IToken[];
  Match: IToken[];
};

export interface OwnerHeaderCstNode extends CstNode {
  name: "ownerHeader";
  children: OwnerHeaderCstChildren;
}

export type OwnerHeaderCstChildren = {
  Owner: IToken[];
  Text: IToken[];
};

export interface ReferenceHeaderCstNode extends CstNode {
  name: "referenceHeader";
  children: ReferenceHeaderCstChildren;
}

export type ReferenceHeaderCstChildren = {
  Reference: IToken[];
  Text: IToken[];
};

export interface EffectiveHeaderCstNode extends CstNode {
  name: "effectiveHeader";
  children: EffectiveHeaderCstChildren;
}

export type EffectiveHeaderCstChildren = {
  Effective: IToken[];
  From: IToken[];
  dateOrTime: (DateOrTimeCstNode)[];
  Until?: IToken[];
};

export interface MetaHeaderCstNode extends CstNode {
  name: "metaHeader";
  children: MetaHeaderCstChildren;
}

export type MetaHeaderCstChildren = {
  Meta: IToken[];
  object: ObjectCstNode[];
};

export interface TestDeclarationCstNode extends CstNode {
  name: "testDeclaration";
  children: TestDeclarationCstChildren;
}

export type TestDeclarationCstChildren = {
  Todo?: IToken[];
  Test: IToken[];
  Text: IToken[];
  For?: IToken[];
  Name?: IToken[];
  Comma?: IToken[];
  LeftCurly: IToken[];
  testStep?: TestStepCstNode[];
  RightCurly: IToken[];
};

export interface TestStepCstNode extends CstNode {
  name: "testStep";
  children: TestStepCstChildren;
}

export type TestStepCstChildren = {
  givenStep?: GivenStepCstNode[];
  whenStep?: WhenStepCstNode[];
  varyStep?: VaryStepCstNode[];
  expectStep?: ExpectStepCstNode[];
};

export interface GivenStepCstNode extends CstNode {
  name: "givenStep";
  children: GivenStepCstChildren;
}

export type GivenStepCstChildren = {
  Given: IToken[];
  givenList?: GivenListCstNode[];
  givenRate?: GivenRateCstNode[];
  givenRecords?: GivenRecordsCstNode[];
  givenThing?: GivenThingCstNode[];
};

export interface GivenListCstNode extends CstNode {
  name: "givenList";
  children: GivenListCstChildren;
}

export type GivenListCstChildren = {
  List: IToken[];
  Name: IToken[];
  Has: IToken[];
  object?: ObjectCstNode[];
  objectList?: ObjectListCstNode[];
  value?: ValueCstNode[];
};

export interface GivenRateCstNode extends CstNode {
  name: "givenRate";
  children: GivenRateCstChildren;
}

export type GivenRateCstChildren = {
  Rate: IToken[];
  from: IToken[];
  Equal: IToken[];
  to: IToken[];
};

export interface GivenRecordsCstNode extends CstNode {
  name: "givenRecords";
  children: GivenRecordsCstChildren;
}

export type GivenRecordsCstChildren = {
  Number: IToken[];
  Name: IToken[];
  Every: IToken[];
  every: IToken[];
  Ending?: IToken[];
  ending?: IToken[];
  Ago?: IToken[];
  object: ObjectCstNode[];
};

export interface GivenThingCstNode extends CstNode {
  name: "givenThing";
  children: GivenThingCstChildren;
}

export type GivenThingCstChildren = {
  Name: IToken[];
  object?: ObjectCstNode[];
  objectList?: ObjectListCstNode[];
  dateOrTime?: DateOrTimeCstNode[];
};

export interface WhenStepCstNode extends CstNode {
  name: "whenStep";
  children: WhenStepCstChildren;
}

export type WhenStepCstChildren = {
  When: IToken[];
  Name: IToken[];
  object: ObjectCstNode[];
};

export interface VaryStepCstNode extends CstNode {
  name: "varyStep";
  children: VaryStepCstChildren;
}

export type VaryStepCstChildren = {
  Vary: IToken[];
  path: PathCstNode[];
  LeftCurly: IToken[];
  varyCase: (VaryCaseCstNode)[];
  Comma?: (IToken)[];
  RightCurly: IToken[];
};

export interface VaryCaseCstNode extends CstNode {
  name: "varyCase";
  children: VaryCaseCstChildren;
}

export type VaryCaseCstChildren = {
  value: ValueCstNode[];
  Colon: IToken[];
  outcome: OutcomeCstNode[];
};

export interface OutcomeCstNode extends CstNode {
  name: "outcome";
  children: OutcomeCstChildren;
}

export type OutcomeCstChildren = {
  Hit?: (IToken)[];
  No?: IToken[];
  Unknown?: IToken[];
  Because?: IToken[];
  path?: PathCstNode[];
};

export interface ExpectStepCstNode extends CstNode {
  name: "expectStep";
  children: ExpectStepCstChildren;
}

export type ExpectStepCstChildren = {
  Expect: IToken[];
  outcome?: OutcomeCstNode[];
  expectScore?: ExpectScoreCstNode[];
  expectWord?: ExpectWordCstNode[];
  expectNoAlert?: ExpectNoAlertCstNode[];
  expectAlert?: ExpectAlertCstNode[];
  expectCase?: ExpectCaseCstNode[];
  expectNotification?: ExpectNotificationCstNode[];
  expectList?: ExpectListCstNode[];
  expectKey?: ExpectKeyCstNode[];
  expectAssignment?: ExpectAssignmentCstNode[];
  expectAutomation?: ExpectAutomationCstNode[];
};

export interface ExpectScoreCstNode extends CstNode {
  name: "expectScore";
  children: ExpectScoreCstChildren;
}

export type ExpectScoreCstChildren = {
  Score: IToken[];
  Minus?: IToken[];
  Number: IToken[];
};

export interface ExpectWordCstNode extends CstNode {
  name: "expectWord";
  children: ExpectWordCstChildren;
}

export type ExpectWordCstChildren = {
  subject?: (IToken)[];
  Name: IToken[];
};

export interface ExpectNoAlertCstNode extends CstNode {
  name: "expectNoAlert";
  children: ExpectNoAlertCstChildren;
}

export type ExpectNoAlertCstChildren = {
  No: IToken[];
  Alert: IToken[];
};

export interface ExpectAlertCstNode extends CstNode {
  name: "expectAlert";
  children: ExpectAlertCstChildren;
}

export type ExpectAlertCstChildren = {
  Alert: IToken[];
  ExpectedWord?: IToken[];
  containing?: ContainingCstNode[];
};

export interface ExpectCaseCstNode extends CstNode {
  name: "expectCase";
  children: ExpectCaseCstChildren;
}

export type ExpectCaseCstChildren = {
  Case: IToken[];
  ExpectedWord?: IToken[];
  containing?: ContainingCstNode[];
};

export interface ExpectNotificationCstNode extends CstNode {
  name: "expectNotification";
  children: ExpectNotificationCstChildren;
}

export type ExpectNotificationCstChildren = {
  Notification: IToken[];
  Name: IToken[];
  containing?: ContainingCstNode[];
};

export interface ContainingCstNode extends CstNode {
  name: "containing";
  children: ContainingCstChildren;
}

export type ContainingCstChildren = {
  Containing: IToken[];
  Text: IToken[];
};

export interface ExpectListCstNode extends CstNode {
  name: "expectList";
  children: ExpectListCstChildren;
}

export type ExpectListCstChildren = {
  List: IToken[];
  Name: IToken[];
  Gains: IToken[];
  value: ValueCstNode[];
};

export interface ExpectKeyCstNode extends CstNode {
  name: "expectKey";
  children: ExpectKeyCstChildren;
}

export type ExpectKeyCstChildren = {
  Key: IToken[];
  Text: IToken[];
};

export interface ExpectAssignmentCstNode extends CstNode {
  name: "expectAssignment";
  children: ExpectAssignmentCstChildren;
}

export type ExpectAssignmentCstChildren = {
  Assigned: IToken[];
  To: IToken[];
  assignee: AssigneeCstNode[];
};

export interface ExpectAutomationCstNode extends CstNode {
  name: "expectAutomation";
  children: ExpectAutomationCstChildren;
}

export type ExpectAutomationCstChildren = {
  Automation: IToken[];
  Text: IToken[];
};

export interface MatrixDeclarationCstNode extends CstNode {
  name: "matrixDeclaration";
  children: MatrixDeclarationCstChildren;
}

export type MatrixDeclarationCstChildren = {
  Matrix: IToken[];
  Name: IToken[];
  Text?: IToken[];
  LeftCurly: IToken[];
  matrixClause?: MatrixClauseCstNode[];
  RightCurly: IToken[];
};

export interface MatrixClauseCstNode extends CstNode {
  name: "matrixClause";
  children: MatrixClauseCstChildren;
}

export type MatrixClauseCstChildren = {
  matrixTargets?: MatrixTargetsCstNode[];
  descriptionHeader?: DescriptionHeaderCstNode[];
  scale?: ScaleCstNode[];
  thresholds?: ThresholdsCstNode[];
  band?: BandCstNode[];
  otherwiseClause?: OtherwiseClauseCstNode[];
};

export interface MatrixTargetsCstNode extends CstNode {
  name: "matrixTargets";
  children: MatrixTargetsCstChildren;
}

export type MatrixTargetsCstChildren = {
  On: IToken[];
  Name: IToken[];
  Comma?: IToken[];
};

export interface ScaleCstNode extends CstNode {
  name: "scale";
  children: ScaleCstChildren;
}

export type ScaleCstChildren = {
  Scale: IToken[];
  Minus?: IToken[];
  minimum: IToken[];
  To: IToken[];
  maximum: IToken[];
};

export interface ThresholdsCstNode extends CstNode {
  name: "thresholds";
  children: ThresholdsCstChildren;
}

export type ThresholdsCstChildren = {
  Thresholds: IToken[];
  threshold: ThresholdCstNode[];
  Comma?: IToken[];
};

export interface ThresholdCstNode extends CstNode {
  name: "threshold";
  children: ThresholdCstChildren;
}

export type ThresholdCstChildren = {
  Name: IToken[];
  Number: IToken[];
};

export interface BandCstNode extends CstNode {
  name: "band";
  children: BandCstChildren;
}

export type BandCstChildren = {
  Decide: IToken[];
  Name: IToken[];
  From: IToken[];
  Number: IToken[];
};

export interface OtherwiseClauseCstNode extends CstNode {
  name: "otherwiseClause";
  children: OtherwiseClauseCstChildren;
}

export type OtherwiseClauseCstChildren = {
  Otherwise: IToken[];
  Name: IToken[];
};

export interface FileCstNode extends CstNode {
  name: "file";
  children: FileCstChildren;
}

export type FileCstChildren = {
  languageVersion?: LanguageVersionCstNode[];
  importDeclaration?: ImportDeclarationCstNode[];
  listDeclaration?: ListDeclarationCstNode[];
  constDeclaration?: ConstDeclarationCstNode[];
  paramDeclaration?: ParamDeclarationCstNode[];
  defineDeclaration?: DefineDeclarationCstNode[];
  matrixDeclaration?: MatrixDeclarationCstNode[];
  ruleDeclaration?: RuleDeclarationCstNode[];
  testDeclaration?: TestDeclarationCstNode[];
};

export interface LanguageVersionCstNode extends CstNode {
  name: "languageVersion";
  children: LanguageVersionCstChildren;
}

export type LanguageVersionCstChildren = {
  Language: IToken[];
  Number: IToken[];
};

export interface ListDeclarationCstNode extends CstNode {
  name: "listDeclaration";
  children: ListDeclarationCstChildren;
}

export type ListDeclarationCstChildren = {
  List: IToken[];
  Name: IToken[];
  Equal: IToken[];
  reference: IToken[];
  Of?: IToken[];
  Type?: IToken[];
  type?: IToken[];
};

export interface ImportDeclarationCstNode extends CstNode {
  name: "importDeclaration";
  children: ImportDeclarationCstChildren;
}

export type ImportDeclarationCstChildren = {
  Import: IToken[];
  Text: IToken[];
};

export interface ConstDeclarationCstNode extends CstNode {
  name: "constDeclaration";
  children: ConstDeclarationCstChildren;
}

export type ConstDeclarationCstChildren = {
  Const: IToken[];
  Name: IToken[];
  Equal: IToken[];
  value: ValueCstNode[];
};

export interface ParamDeclarationCstNode extends CstNode {
  name: "paramDeclaration";
  children: ParamDeclarationCstChildren;
}

export type ParamDeclarationCstChildren = {
  Param: IToken[];
  Name: IToken[];
  Equal: IToken[];
  preset: ValueCstNode[];
  Between?: IToken[];
  minimum?: ValueCstNode[];
  And?: IToken[];
  maximum?: ValueCstNode[];
  Step?: IToken[];
  step?: ValueCstNode[];
};

export interface DefineDeclarationCstNode extends CstNode {
  name: "defineDeclaration";
  children: DefineDeclarationCstChildren;
}

export type DefineDeclarationCstChildren = {
  Define: IToken[];
  Name: IToken[];
  LeftParen?: IToken[];
  parameter?: IToken[];
  Comma?: IToken[];
  RightParen?: IToken[];
  As: IToken[];
  expression: ExpressionCstNode[];
};

export interface RuleDeclarationCstNode extends CstNode {
  name: "ruleDeclaration";
  children: RuleDeclarationCstChildren;
}

export type RuleDeclarationCstChildren = {
  Rule: IToken[];
  Name: IToken[];
  Text?: IToken[];
  LeftCurly: IToken[];
  header?: HeaderCstNode[];
  letDeclaration?: LetDeclarationCstNode[];
  whenClause: WhenClauseCstNode[];
  unknownClause?: UnknownClauseCstNode[];
  thenClause?: ThenClauseCstNode[];
  testDeclaration?: TestDeclarationCstNode[];
  RightCurly: IToken[];
};

export interface LetDeclarationCstNode extends CstNode {
  name: "letDeclaration";
  children: LetDeclarationCstChildren;
}

export type LetDeclarationCstChildren = {
  Let: IToken[];
  Name: IToken[];
  Equal: IToken[];
  expression: ExpressionCstNode[];
};

export interface WhenClauseCstNode extends CstNode {
  name: "whenClause";
  children: WhenClauseCstChildren;
}

export type WhenClauseCstChildren = {
  When: IToken[];
  expression: ExpressionCstNode[];
};

export interface UnknownClauseCstNode extends CstNode {
  name: "unknownClause";
  children: UnknownClauseCstChildren;
}

export type UnknownClauseCstChildren = {
  Unknown: IToken[];
  Name: IToken[];
};

export interface ThenClauseCstNode extends CstNode {
  name: "thenClause";
  children: ThenClauseCstChildren;
}

export type ThenClauseCstChildren = {
  Then: IToken[];
  actionWithSettings: ActionWithSettingsCstNode[];
};
