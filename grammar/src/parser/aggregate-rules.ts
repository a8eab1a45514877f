import * as t from '../tokens/index.js';
import { ComparisonRules } from './comparison-rules.js';
import type { Alternatives } from './alternatives.js';

/** `count(prior transactions from origin in last 24h where …)`. */
export abstract class AggregateRules extends ComparisonRules {
  readonly aggregate = this.RULE('aggregate', () => {
    this.CONSUME(t.AggregateWord);
    this.CONSUME(t.LeftParen);
    this.OPTION(() => this.CONSUME(t.Distinct));
    this.OR([
      { ALT: () => this.SUBRULE(this.qualifiedSource) },
      {
        ALT: () => {
          this.SUBRULE(this.value);
          this.OPTION2(() => {
            this.CONSUME(t.Of);
            this.SUBRULE(this.source);
          });
        },
      },
    ]);
    this.MANY(() => this.SUBRULE(this.link));
    this.OPTION3(() => this.SUBRULE(this.window));
    this.OPTION4(() => {
      this.CONSUME(t.Where);
      this.SUBRULE(this.expression);
    });
    this.CONSUME(t.RightParen);
  });

  readonly source = this.RULE('source', () => {
    this.OR([{ ALT: () => this.SUBRULE(this.qualifiedSource) }, { ALT: () => this.SUBRULE(this.path) }]);
  });

  readonly qualifiedSource = this.RULE('qualifiedSource', () => {
    this.OR([
      { ALT: () => this.CONSUME(t.Prior) },
      {
        ALT: () => {
          this.CONSUME(t.Last);
          this.CONSUME(t.NumberText);
        },
      },
    ]);
    this.SUBRULE(this.path);
  });

  private readonly links: Alternatives = [
    { ALT: () => this.SUBRULE(this.sideLink) },
    { ALT: () => this.SUBRULE(this.betweenLink) },
    { ALT: () => this.SUBRULE(this.perLink) },
  ];

  readonly link = this.RULE('link', () => {
    this.OR(this.links);
  });

  private readonly sides: Alternatives = [
    { ALT: () => this.CONSUME(t.From, { LABEL: 'kind' }) },
    { ALT: () => this.CONSUME(t.To, { LABEL: 'kind' }) },
    { ALT: () => this.CONSUME(t.Involving, { LABEL: 'kind' }) },
  ];

  readonly sideLink = this.RULE('sideLink', () => {
    this.OR(this.sides);
    this.SUBRULE(this.path);
  });

  readonly betweenLink = this.RULE('betweenLink', () => {
    this.CONSUME(t.Between);
    this.SUBRULE(this.path);
    this.CONSUME(t.And);
    this.SUBRULE2(this.path);
  });

  readonly perLink = this.RULE('perLink', () => {
    this.CONSUME(t.Per);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.path) });
  });

  private readonly windows: Alternatives = [
    {
      ALT: () => {
        this.CONSUME(t.In);
        this.SUBRULE(this.period);
      },
    },
    {
      ALT: () => {
        this.CONSUME(t.Since);
        this.SUBRULE(this.value);
      },
    },
  ];

  readonly window = this.RULE('window', () => {
    this.OR(this.windows);
  });

  private readonly periods: Alternatives = [
    {
      ALT: () => {
        this.CONSUME(t.Last);
        this.SUBRULE(this.length);
      },
    },
    {
      ALT: () => {
        this.CONSUME(t.Current, { LABEL: 'kind' });
        this.CONSUME(t.Name);
      },
    },
    {
      ALT: () => {
        this.CONSUME(t.Previous, { LABEL: 'kind' });
        this.CONSUME2(t.Name);
      },
    },
    {
      ALT: () => {
        this.CONSUME(t.All);
        this.CONSUME(t.Time);
      },
    },
  ];

  readonly period = this.RULE('period', () => {
    this.OR(this.periods);
  });
}
