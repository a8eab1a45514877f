import { CstParser, type IParserConfig } from 'chevrotain';
import * as t from '../tokens/index.js';
import type { Alternatives } from './alternatives.js';

/** Literals and paths, which all other productions are built from. */
export abstract class LiteralRules extends CstParser {
  constructor(config: IParserConfig) {
    super(t.allTokens, config);
  }

  private readonly literals: Alternatives = [
    { ALT: () => this.CONSUME(t.Text) },
    { ALT: () => this.CONSUME(t.RawText) },
    { ALT: () => this.CONSUME(t.Money) },
    { ALT: () => this.CONSUME(t.Duration) },
    { ALT: () => this.CONSUME(t.Distance) },
    { ALT: () => this.CONSUME(t.Percent) },
    { ALT: () => this.CONSUME(t.NumberText) },
    { ALT: () => this.CONSUME(t.DateTime) },
    { ALT: () => this.CONSUME(t.DateText) },
    { ALT: () => this.CONSUME(t.True) },
    { ALT: () => this.CONSUME(t.False) },
  ];

  readonly literal = this.RULE('literal', () => {
    this.OR(this.literals);
  });

  readonly path = this.RULE('path', () => {
    this.CONSUME(t.Name, { LABEL: 'step' });
    this.MANY(() => this.SUBRULE(this.member));
  });

  private readonly members: Alternatives = [
    {
      ALT: () => {
        this.CONSUME(t.Dot);
        this.CONSUME(t.Name, { LABEL: 'step' });
      },
    },
    {
      ALT: () => {
        this.CONSUME(t.LeftSquare);
        this.CONSUME(t.Text, { LABEL: 'step' });
        this.CONSUME(t.RightSquare);
      },
    },
  ];

  /** What may be read from the result of a call. */
  readonly member = this.RULE('member', () => {
    this.OR(this.members);
  });

  private readonly datesAndTimes: Alternatives = [
    { ALT: () => this.CONSUME(t.DateText) },
    { ALT: () => this.CONSUME(t.DateTime) },
  ];

  readonly dateOrTime = this.RULE('dateOrTime', () => {
    this.OR(this.datesAndTimes);
  });

  readonly listReference = this.RULE('listReference', () => {
    this.CONSUME(t.List);
    this.CONSUME(t.Text);
  });

  readonly listTypeReference = this.RULE('listTypeReference', () => {
    this.CONSUME(t.Lists);
    this.CONSUME(t.Of);
    this.CONSUME(t.Type);
    this.CONSUME(t.Text);
  });
}
