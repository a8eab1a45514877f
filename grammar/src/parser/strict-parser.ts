import {
  Alternation,
  Alternative,
  NonTerminal,
  Option,
  Repetition,
  RepetitionMandatory,
  RepetitionMandatoryWithSeparator,
  RepetitionWithSeparator,
  Terminal,
  type CstNode,
  type IProduction,
  type IToken,
  type Rule,
} from 'chevrotain';
import { alternationTable, optionalTable, type Choice } from './lookahead-table.js';
import {
  alternation,
  atLeastOne,
  many,
  manySeparated,
  option,
  sequence,
  terminal,
  type ParseStep,
} from './parser-combinators.js';
import { ParserState, type ParseMismatch } from './parser-state.js';

/** The productions of the precedence levels: most of them pass on their single part. */
const precedenceLevels: ReadonlySet<string> = new Set([
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

/** A production of the grammar, compiled into functions when it is first used. */
class Production {
  #body: ParseStep | null = null;
  readonly #isLevel: boolean;

  constructor(
    private readonly rule: Rule,
    private readonly compile: (rule: Rule) => ParseStep,
  ) {
    this.#isLevel = precedenceLevels.has(rule.name);
  }

  /** Returns `null` at the first token that does not match. */
  read(run: ParserState): CstNode | null {
    const { name } = this.rule;
    const from = run.at;
    const node = run.enter();
    const isRead = (this.#body ??= this.compile(this.rule))(run, node);
    run.leave();
    if (!isRead) return run.leaveUnread(name);
    const single = this.#isLevel && !run.isWhole ? node.onlyNode : null;
    if (single) return single;
    const isEmpty = run.at === from;
    return node.close(name, isEmpty ? undefined : run.tokens[from], isEmpty ? undefined : run.tokens[run.at - 1]);
  }
}

export interface StrictResult {
  /** `null` after a mismatch. */
  readonly cst: CstNode | null;
  readonly mismatch: ParseMismatch | null;
}

/**
 * Parses by the grammar of the parser and stops at the first token that does not match, which is sufficient for a diagnostic. It follows
 * the grammar as data instead of running its code, and keeps nothing for recovery, which makes it several times as fast as the parser.
 * Tests compare the trees of both.
 */
export class StrictParser {
  readonly #productions: ReadonlyMap<string, Production>;

  constructor(
    rules: Readonly<Record<string, Rule>>,
    private readonly maxLookahead: number,
  ) {
    const compile = (rule: Rule): ParseStep => this.#sequence(rule.definition, rule);
    this.#productions = new Map(Object.values(rules).map((rule) => [rule.name, new Production(rule, compile)]));
  }

  /**
   * Parses tokens as one production. Precedence levels with a single part are left out of the tree, where this part takes their position
   * and name, and so is punctuation. With `isWhole`, the tree contains everything.
   */
  read(tokens: readonly IToken[], name: 'file' | 'value' | 'expression', isWhole: boolean): StrictResult {
    const run = new ParserState(tokens, isWhole);
    const cst = this.#named(name).read(run);
    if (!cst) return { cst, mismatch: run.problem };
    if (run.at === tokens.length) return { cst, mismatch: null };
    // The production is complete, but there are further tokens.
    return { cst: null, mismatch: { at: run.at, expected: null, productions: [name] } };
  }

  #named(name: string): Production {
    const production = this.#productions.get(name);
    if (!production) throw new Error(`the grammar has no production ${name}`);
    return production;
  }

  #sequence(parts: readonly IProduction[], rule: Rule): ParseStep {
    return sequence(parts.map((part) => this.#step(part, rule)));
  }

  #step(part: IProduction, rule: Rule): ParseStep {
    if (part instanceof Terminal) return terminal(part.terminalType, part.label);
    if (part instanceof NonTerminal) return this.#subrule(part);
    if (part instanceof Alternative) return this.#sequence(part.definition, rule);
    if (part instanceof Alternation) {
      const alternatives = part.definition.map((alternative) => this.#step(alternative, rule));
      return alternation(alternationTable(this.#choice(part, rule)), alternatives);
    }
    return this.#optional(part, rule);
  }

  #subrule({ nonTerminalName, label = nonTerminalName }: NonTerminal): ParseStep {
    const production = this.#named(nonTerminalName);
    return (run, node) => {
      const part = production.read(run);
      if (part) node.addNode(label, part);
      return part !== null;
    };
  }

  #optional(part: IProduction, rule: Rule): ParseStep {
    const choice = this.#choice(part as Option, rule);
    const step = this.#sequence((part as Option).definition, rule);
    if (part instanceof Option) return option(optionalTable(choice, 'Option'), step);
    if (part instanceof Repetition) return many(optionalTable(choice, 'Repetition'), step);
    if (part instanceof RepetitionMandatory) {
      const comes = optionalTable(choice, 'RepetitionMandatory');
      return atLeastOne(comes, many(comes, step));
    }
    if (part instanceof RepetitionWithSeparator)
      return manySeparated(optionalTable(choice, 'RepetitionWithSeparator'), step, part.separator);
    if (part instanceof RepetitionMandatoryWithSeparator) {
      const comes = optionalTable(choice, 'RepetitionMandatoryWithSeparator');
      return atLeastOne(comes, manySeparated(comes, step, part.separator));
    }
    throw new Error('this is no part of a grammar');
  }

  #choice({ idx }: { readonly idx: number }, rule: Rule): Choice {
    return { rule, occurrence: idx, maxLookahead: this.maxLookahead };
  }
}
