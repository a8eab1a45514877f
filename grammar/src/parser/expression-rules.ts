import type { CstNode, ParserMethod } from 'chevrotain';
import * as t from '../tokens/index.js';
import type { Alternatives } from './alternatives.js';
import { LiteralRules } from './literal-rules.js';

/** Expressions, with one production per precedence level, from loosest to tightest. */
export abstract class ExpressionRules extends LiteralRules {
  abstract readonly aggregate: ParserMethod<[], CstNode>;
  abstract readonly comparisonTail: ParserMethod<[], CstNode>;

  readonly expression: ParserMethod<[], CstNode> = this.RULE('expression', () => {
    this.SUBRULE(this.conjunction);
    this.MANY(() => {
      this.CONSUME(t.Or);
      this.SUBRULE2(this.conjunction);
    });
  });

  readonly conjunction = this.RULE('conjunction', () => {
    this.SUBRULE(this.negation);
    this.MANY(() => {
      this.CONSUME(t.And);
      this.SUBRULE2(this.negation);
    });
  });

  private readonly negations: Alternatives = [
    {
      ALT: () => {
        this.CONSUME(t.Not);
        this.SUBRULE(this.negation);
      },
    },
    { ALT: () => this.SUBRULE(this.comparison) },
  ];

  readonly negation: ParserMethod<[], CstNode> = this.RULE('negation', () => {
    this.OR(this.negations);
  });

  /** Not chainable: at most one tail. */
  readonly comparison = this.RULE('comparison', () => {
    this.SUBRULE(this.value);
    this.OPTION(() => this.SUBRULE(this.comparisonTail));
  });

  readonly value: ParserMethod<[], CstNode> = this.RULE('value', () => {
    this.SUBRULE(this.sum);
    this.MANY(() => {
      this.CONSUME(t.Otherwise);
      this.SUBRULE2(this.sum);
    });
  });

  private readonly sumOperators: Alternatives = [
    { ALT: () => this.CONSUME(t.Plus, { LABEL: 'operator' }) },
    { ALT: () => this.CONSUME(t.Minus, { LABEL: 'operator' }) },
  ];

  readonly sum = this.RULE('sum', () => {
    this.SUBRULE(this.product);
    this.MANY(() => {
      this.OR(this.sumOperators);
      this.SUBRULE2(this.product);
    });
  });

  private readonly productOperators: Alternatives = [
    { ALT: () => this.CONSUME(t.Star, { LABEL: 'operator' }) },
    { ALT: () => this.CONSUME(t.Slash, { LABEL: 'operator' }) },
  ];

  readonly product = this.RULE('product', () => {
    this.SUBRULE(this.unary);
    this.MANY(() => {
      this.OR(this.productOperators);
      this.SUBRULE2(this.unary);
    });
  });

  private readonly unaries: Alternatives = [
    {
      ALT: () => {
        this.CONSUME(t.Minus);
        this.SUBRULE(this.unary);
      },
    },
    { ALT: () => this.SUBRULE(this.conversion) },
  ];

  readonly unary: ParserMethod<[], CstNode> = this.RULE('unary', () => {
    this.OR(this.unaries);
  });

  readonly conversion = this.RULE('conversion', () => {
    this.SUBRULE(this.primary);
    this.MANY(() => {
      this.CONSUME(t.As);
      this.CONSUME(t.Name, { LABEL: 'currency' });
    });
  });

  private readonly primaries: Alternatives = [
    { ALT: () => this.SUBRULE(this.literal) },
    { ALT: () => this.SUBRULE(this.array) },
    { ALT: () => this.SUBRULE(this.parentheses) },
    { ALT: () => this.SUBRULE(this.group) },
    { ALT: () => this.SUBRULE(this.aggregate) },
    { ALT: () => this.SUBRULE(this.call) },
    { ALT: () => this.SUBRULE(this.path) },
  ];

  readonly primary = this.RULE('primary', () => {
    this.OR(this.primaries);
  });

  readonly parentheses = this.RULE('parentheses', () => {
    this.CONSUME(t.LeftParen);
    this.SUBRULE(this.expression);
    this.CONSUME(t.RightParen);
  });

  readonly group = this.RULE('group', () => {
    this.OR([
      { ALT: () => this.CONSUME(t.All) },
      { ALT: () => this.CONSUME(t.Any) },
      { ALT: () => this.CONSUME(t.None) },
      {
        ALT: () => {
          this.CONSUME(t.At);
          this.CONSUME(t.Least);
          this.CONSUME(t.NumberText);
          this.CONSUME(t.Of);
        },
      },
    ]);
    this.CONSUME(t.LeftCurly);
    this.SUBRULE(this.expression);
    this.MANY(() => {
      this.CONSUME(t.Comma);
      this.SUBRULE2(this.expression);
    });
    this.OPTION(() => this.CONSUME2(t.Comma));
    this.CONSUME(t.RightCurly);
  });

  readonly array = this.RULE('array', () => {
    this.CONSUME(t.LeftSquare);
    this.OPTION(() => {
      this.SUBRULE(this.expression);
      this.MANY(() => {
        this.CONSUME(t.Comma);
        this.SUBRULE2(this.expression);
      });
      this.OPTION2(() => this.CONSUME2(t.Comma));
    });
    this.CONSUME(t.RightSquare);
  });

  readonly call = this.RULE('call', () => {
    this.CONSUME(t.CallName);
    this.CONSUME(t.LeftParen);
    this.MANY_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.expression) });
    this.CONSUME(t.RightParen);
    this.MANY(() => this.SUBRULE(this.member));
  });
}
