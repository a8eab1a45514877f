// Generated from the parser by npm run generate. Do not edit.
import type { CstNode, ICstVisitor, IToken } from "chevrotain";

export interface LiteralCstNode extends CstNode {
  name: "literal";
  children: LiteralCstChildren;
}

export type LiteralCstChildren = {
  Text?: IToken[];
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
  step: (IToken)[];
  Dot?: IToken[];
  LeftSquare?: IToken[];
  RightSquare?: IToken[];
};

export interface ListReferenceCstNode extends CstNode {
  name: "listReference";
  children: ListReferenceCstChildren;
}

export type ListReferenceCstChildren = {
  List: IToken[];
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
  literal?: LiteralCstNode[];
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
};

export interface MembershipCstNode extends CstNode {
  name: "membership";
  children: MembershipCstChildren;
}

export type MembershipCstChildren = {
  In: IToken[];
  listReference?: ListReferenceCstNode[];
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
  value: ValueCstNode[];
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

export interface AggregateCstNode extends CstNode {
  name: "aggregate";
  children: AggregateCstChildren;
}

export type AggregateCstChildren = {
  AggregateWord: IToken[];
  LeftParen: IToken[];
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
  Prior: IToken[];
  path: PathCstNode[];
};

export interface LinkCstNode extends CstNode {
  name: "link";
  children: LinkCstChildren;
}

export type LinkCstChildren = {
  kind?: (IToken)[];
  path: PathCstNode[];
};

export interface WindowCstNode extends CstNode {
  name: "window";
  children: WindowCstChildren;
}

export type WindowCstChildren = {
  In: IToken[];
  Last: IToken[];
  Duration: IToken[];
};

export interface ActionCstNode extends CstNode {
  name: "action";
  children: ActionCstChildren;
}

export type ActionCstChildren = {
  alertAction?: AlertActionCstNode[];
  suggestAction?: SuggestActionCstNode[];
  setStatusAction?: SetStatusActionCstNode[];
  addToListAction?: AddToListActionCstNode[];
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
  Name?: IToken[];
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
  scoreHeader?: ScoreHeaderCstNode[];
  priorityHeader?: PriorityHeaderCstNode[];
  categoryHeader?: CategoryHeaderCstNode[];
  modeHeader?: ModeHeaderCstNode[];
  descriptionHeader?: DescriptionHeaderCstNode[];
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

export interface FileCstNode extends CstNode {
  name: "file";
  children: FileCstChildren;
}

export type FileCstChildren = {
  languageVersion?: LanguageVersionCstNode[];
  listDeclaration?: ListDeclarationCstNode[];
  ruleDeclaration?: RuleDeclarationCstNode[];
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
  action: ActionCstNode[];
};
