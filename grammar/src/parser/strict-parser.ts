import {
  isRecognitionException,
  tokenMatcher,
  type CstElement,
  type CstNode,
  type IRecognitionException,
  type IToken,
  type ParserMethod,
  type TokenType,
} from 'chevrotain';
import { RulesParser } from './rules-parser.js';

/** One production for each level of precedence: most pass on the single part they hold. */
const levels: ReadonlySet<string> = new Set([
  'expression',
  'conjunction',
  'negation',
  'comparison',
  'value',
  'sum',
  'product',
  'unary',
  'conversion',
  'primary',
]);

interface Label {
  readonly LABEL?: string;
}

type Production = ParserMethod<unknown[], CstNode> & {
  readonly ruleName: string;
  readonly originalGrammarAction: () => void;
};

/** A node while it is being read. Used again and again, so that what only passes a part on costs no memory. */
class OpenNode {
  #name = '';
  #start = Number.NaN;
  #children: Record<string, CstElement[]> | null = null;
  #single: CstNode | null = null;
  #singleLabel = '';

  open(name: string, start: number): void {
    this.#name = name;
    this.#start = start;
    this.#children = null;
    this.#single = null;
  }

  add(label: string, element: CstElement): void {
    const children = (this.#children ??= {});
    if (this.#single) {
      children[this.#singleLabel] = [this.#single];
      this.#single = null;
    }
    const given = children[label];
    if (given === undefined) children[label] = [element];
    else given.push(element);
  }

  addNode(label: string, node: CstNode): void {
    if (this.#children !== null || this.#single !== null) return this.add(label, node);
    this.#single = node;
    this.#singleLabel = label;
  }

  close(last: IToken, keepsLevels: boolean): CstNode {
    const single = this.#single;
    if (single !== null) {
      if (!keepsLevels && levels.has(this.#name)) return single;
      this.#children = { [this.#singleLabel]: [single] };
    }
    const isEmpty = !(this.#start <= last.startOffset);
    const location = isEmpty
      ? { startOffset: Number.NaN, endOffset: Number.NaN }
      : { startOffset: this.#start, endOffset: last.endOffset ?? Number.NaN };
    return { name: this.#name, children: this.#children ?? {}, location };
  }
}

export interface StrictResult {
  /** Null after an error. */
  readonly cst: CstNode | null;
  readonly error: IRecognitionException | null;
}

/**
 * Reads the same grammar and stops at the first error, which is all a diagnostic needs. What the base class does so that it
 * can recover at every level is left out here, which makes it several times as fast. It stands on the inner methods of one
 * exact version of the base class; tests compare the trees of the two.
 */
export class StrictParser extends RulesParser {
  declare private readonly fullRuleNameToShort: Readonly<Record<string, number>>;
  declare private readonly RULE_STACK: number[];
  declare private RULE_STACK_IDX: number;
  declare private readonly RULE_OCCURRENCE_STACK: number[];
  declare private RULE_OCCURRENCE_STACK_IDX: number;
  declare private currRuleShortName: number;
  declare private readonly tokVector: readonly IToken[];
  declare private currIdx: number;
  declare private readonly onBeforeParse: (production: string) => void;
  declare private readonly onAfterParse: (production: string) => void;
  declare private readonly moveToTerminatedState: () => void;
  declare private readonly consumeInternalError: (type: TokenType, token: IToken, label?: Label) => never;

  private openNodes: OpenNode[] = [];
  private keepsLevels = false;

  constructor() {
    super({ recoveryEnabled: false });
  }

  /**
   * Reads tokens as one production. Levels of precedence with a single part are left out of the tree, which has that part in
   * their place, under their name; `keepsLevels` has them all.
   */
  read(tokens: IToken[], name: 'file' | 'value' | 'expression', keepsLevels: boolean): StrictResult {
    this.keepsLevels = keepsLevels;
    this.input = tokens;
    this.onBeforeParse(name);
    let cst: CstNode | null = null;
    try {
      cst = this.node(this[name] as Production, 0);
    } catch (error) {
      if (!(error instanceof Error) || !isRecognitionException(error)) throw error;
      this.moveToTerminatedState();
    }
    this.onAfterParse(name);
    const [error = null] = this.errors;
    this.input = [];
    return { cst: error ? null : cst, error };
  }

  private node(production: Production, occurrence: number): CstNode {
    const { ruleName } = production;
    const shortName = this.fullRuleNameToShort[ruleName] as number;
    const depth = ++this.RULE_STACK_IDX;
    this.RULE_STACK[depth] = shortName;
    this.RULE_OCCURRENCE_STACK[++this.RULE_OCCURRENCE_STACK_IDX] = occurrence;
    this.currRuleShortName = shortName;
    const open = (this.openNodes[depth] ??= new OpenNode());
    open.open(ruleName, this.tokVector[this.currIdx + 1]?.startOffset ?? Number.NaN);
    production.originalGrammarAction.call(this);
    this.RULE_STACK_IDX = depth - 1;
    this.RULE_OCCURRENCE_STACK_IDX--;
    if (depth > 0) this.currRuleShortName = this.RULE_STACK[depth - 1] as number;
    return open.close(this.LA(0), this.keepsLevels);
  }

  private subruleInternal(production: Production, occurrence: number, options?: Label): CstNode {
    const node = this.node(production, occurrence);
    this.openNodes[this.RULE_STACK_IDX]?.addNode(options?.LABEL ?? production.ruleName, node);
    return node;
  }

  private consumeInternal(type: TokenType, _occurrence: number, options?: Label): IToken {
    const token = this.tokVector[this.currIdx + 1] as IToken;
    if (!tokenMatcher(token, type)) this.consumeInternalError(type, token, options);
    this.currIdx++;
    this.openNodes[this.RULE_STACK_IDX]?.add(options?.LABEL ?? type.name, token);
    return token;
  }
}
