import * as t from '../tokens/index.js';
import { ComparisonRules } from './comparison-rules.js';

/** `count(prior transactions from origin in last 24h where …)`. */
export abstract class AggregateRules extends ComparisonRules {
  readonly aggregate = this.RULE('aggregate', () => {
    this.CONSUME(t.AggregateWord);
    this.CONSUME(t.LeftParen);
    this.OR([
      { ALT: () => this.SUBRULE(this.qualifiedSource) },
      {
        ALT: () => {
          this.SUBRULE(this.value);
          this.OPTION(() => {
            this.CONSUME(t.Of);
            this.SUBRULE(this.source);
          });
        },
      },
    ]);
    this.MANY(() => this.SUBRULE(this.link));
    this.OPTION2(() => this.SUBRULE(this.window));
    this.OPTION3(() => {
      this.CONSUME(t.Where);
      this.SUBRULE(this.expression);
    });
    this.CONSUME(t.RightParen);
  });

  readonly source = this.RULE('source', () => {
    this.OR([{ ALT: () => this.SUBRULE(this.qualifiedSource) }, { ALT: () => this.SUBRULE(this.path) }]);
  });

  readonly qualifiedSource = this.RULE('qualifiedSource', () => {
    this.CONSUME(t.Prior);
    this.SUBRULE(this.path);
  });

  readonly link = this.RULE('link', () => {
    this.OR([
      { ALT: () => this.CONSUME(t.From, { LABEL: 'kind' }) },
      { ALT: () => this.CONSUME(t.To, { LABEL: 'kind' }) },
    ]);
    this.SUBRULE(this.path);
  });

  readonly window = this.RULE('window', () => {
    this.CONSUME(t.In);
    this.CONSUME(t.Last);
    this.CONSUME(t.Duration);
  });
}
