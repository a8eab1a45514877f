import { CstParser, type IParserConfig } from 'chevrotain';
import * as t from '../tokens/index.js';

/** Literals, paths: what every other production ends in. */
export abstract class LiteralRules extends CstParser {
  constructor(config: IParserConfig) {
    super(t.allTokens, config);
  }

  readonly literal = this.RULE('literal', () => {
    this.OR([
      { ALT: () => this.CONSUME(t.Text) },
      { ALT: () => this.CONSUME(t.Money) },
      { ALT: () => this.CONSUME(t.Duration) },
      { ALT: () => this.CONSUME(t.Distance) },
      { ALT: () => this.CONSUME(t.Percent) },
      { ALT: () => this.CONSUME(t.NumberText) },
      { ALT: () => this.CONSUME(t.DateTime) },
      { ALT: () => this.CONSUME(t.DateText) },
      { ALT: () => this.CONSUME(t.True) },
      { ALT: () => this.CONSUME(t.False) },
    ]);
  });

  readonly path = this.RULE('path', () => {
    this.CONSUME(t.Name, { LABEL: 'step' });
    this.MANY(() => {
      this.OR([
        {
          ALT: () => {
            this.CONSUME(t.Dot);
            this.CONSUME2(t.Name, { LABEL: 'step' });
          },
        },
        {
          ALT: () => {
            this.CONSUME(t.LeftSquare);
            this.CONSUME(t.Text, { LABEL: 'step' });
            this.CONSUME(t.RightSquare);
          },
        },
      ]);
    });
  });

  readonly listReference = this.RULE('listReference', () => {
    this.CONSUME(t.List);
    this.CONSUME(t.Text);
  });
}
