import { ExpressionRules } from './expression-rules.js';
import type { Alternatives } from './alternatives.js';
import * as t from '../tokens/index.js';

/** What may follow a value to make it a condition. */
export abstract class ComparisonRules extends ExpressionRules {
  private readonly tails: Alternatives = [
    { ALT: () => this.SUBRULE(this.relation) },
    { ALT: () => this.SUBRULE(this.isPredicate) },
    { ALT: () => this.SUBRULE(this.wordRelation) },
  ];

  readonly comparisonTail = this.RULE('comparisonTail', () => {
    this.OR(this.tails);
  });

  private readonly signs: Alternatives = [
    { ALT: () => this.CONSUME(t.Equal, { LABEL: 'operator' }) },
    { ALT: () => this.CONSUME(t.NotEqual, { LABEL: 'operator' }) },
    { ALT: () => this.CONSUME(t.Less, { LABEL: 'operator' }) },
    { ALT: () => this.CONSUME(t.LessOrEqual, { LABEL: 'operator' }) },
    { ALT: () => this.CONSUME(t.Greater, { LABEL: 'operator' }) },
    { ALT: () => this.CONSUME(t.GreaterOrEqual, { LABEL: 'operator' }) },
  ];

  readonly relation = this.RULE('relation', () => {
    this.OR(this.signs);
    this.SUBRULE(this.value);
  });

  private readonly predicates: Alternatives = [
    { ALT: () => this.CONSUME(t.Missing) },
    { ALT: () => this.CONSUME(t.Present) },
    { ALT: () => this.CONSUME(t.Empty) },
    { ALT: () => this.SUBRULE(this.similar) },
    { ALT: () => this.SUBRULE(this.multiple) },
    { ALT: () => this.SUBRULE(this.operationalHours) },
    { ALT: () => this.SUBRULE(this.within) },
    { ALT: () => this.SUBRULE(this.order) },
    { ALT: () => this.SUBRULE(this.literal) },
  ];

  /** `is` accepts only predicates and literals, because `is <value>` would be ambiguous with `is missing`. */
  readonly isPredicate = this.RULE('isPredicate', () => {
    this.CONSUME(t.Is);
    this.OPTION(() => this.CONSUME(t.Not));
    this.OR(this.predicates);
  });

  readonly similar = this.RULE('similar', () => {
    this.CONSUME(t.Similar);
    this.CONSUME(t.To);
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Any);
          this.CONSUME(t.In);
          this.SUBRULE(this.target);
        },
      },
      { ALT: () => this.SUBRULE(this.value) },
    ]);
    this.OPTION(() => {
      this.CONSUME(t.At);
      this.OR2([{ ALT: () => this.CONSUME(t.Percent) }, { ALT: () => this.CONSUME(t.Name, { LABEL: 'threshold' }) }]);
    });
    this.OPTION2(() => {
      this.CONSUME(t.Using);
      this.CONSUME2(t.Name, { LABEL: 'algorithm' });
    });
  });

  readonly multiple = this.RULE('multiple', () => {
    this.CONSUME(t.Multiple);
    this.CONSUME(t.Of);
    this.SUBRULE(this.value);
  });

  readonly operationalHours = this.RULE('operationalHours', () => {
    this.OR([{ ALT: () => this.CONSUME(t.Outside) }, { ALT: () => this.CONSUME(t.Inside) }]);
    this.CONSUME(t.Operational);
    this.CONSUME(t.Hours);
    this.CONSUME(t.Of);
    this.SUBRULE(this.path);
  });

  readonly within = this.RULE('within', () => {
    this.CONSUME(t.Within);
    this.OR([
      {
        ALT: () => {
          this.CONSUME(t.Distance);
          this.CONSUME(t.Of);
          this.SUBRULE(this.value);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Last);
          this.SUBRULE(this.length);
        },
      },
    ]);
  });

  private readonly lengths: Alternatives = [
    { ALT: () => this.CONSUME(t.Duration) },
    { ALT: () => this.CONSUME(t.Name) },
  ];

  /** A duration, or the name of one. */
  readonly length = this.RULE('length', () => {
    this.OR(this.lengths);
  });

  readonly order = this.RULE('order', () => {
    this.OR([{ ALT: () => this.CONSUME(t.Before) }, { ALT: () => this.CONSUME(t.After) }]);
    this.SUBRULE(this.value);
  });

  private readonly wordRelations: Alternatives = [
    { ALT: () => this.SUBRULE(this.membership) },
    { ALT: () => this.SUBRULE(this.between) },
    { ALT: () => this.SUBRULE(this.contains) },
    { ALT: () => this.SUBRULE(this.startsWith) },
    { ALT: () => this.SUBRULE(this.endsWith) },
    { ALT: () => this.SUBRULE(this.matches) },
  ];

  readonly wordRelation = this.RULE('wordRelation', () => {
    this.OPTION(() => this.CONSUME(t.Not));
    this.OR(this.wordRelations);
  });

  readonly membership = this.RULE('membership', () => {
    this.CONSUME(t.In);
    this.SUBRULE(this.target);
  });

  private readonly targets: Alternatives = [
    { ALT: () => this.SUBRULE(this.listReference) },
    { ALT: () => this.SUBRULE(this.listTypeReference) },
    { ALT: () => this.SUBRULE(this.value) },
  ];

  /** What may contain a value: data lists, or a value that is a list. */
  readonly target = this.RULE('target', () => {
    this.OR(this.targets);
  });

  readonly between = this.RULE('between', () => {
    this.CONSUME(t.Between);
    this.SUBRULE(this.value);
    this.CONSUME(t.And);
    this.SUBRULE2(this.value);
  });

  private readonly containments: Alternatives = [
    {
      ALT: () => {
        this.CONSUME(t.Any);
        this.CONSUME(t.Of);
        this.SUBRULE(this.target);
      },
    },
    {
      ALT: () => {
        this.CONSUME(t.All);
        this.CONSUME2(t.Of);
        this.SUBRULE2(this.target);
      },
    },
    { ALT: () => this.SUBRULE(this.value) },
  ];

  readonly contains = this.RULE('contains', () => {
    this.CONSUME(t.Contains);
    this.OR(this.containments);
  });

  readonly startsWith = this.RULE('startsWith', () => {
    this.CONSUME(t.Starts);
    this.CONSUME(t.With);
    this.SUBRULE(this.value);
  });

  readonly endsWith = this.RULE('endsWith', () => {
    this.CONSUME(t.Ends);
    this.CONSUME(t.With);
    this.SUBRULE(this.value);
  });

  /** A pattern is constant: written here, or the name of a constant. */
  readonly matches = this.RULE('matches', () => {
    this.CONSUME(t.Matches);
    this.OR([
      { ALT: () => this.CONSUME(t.RawText) },
      { ALT: () => this.CONSUME(t.Text) },
      { ALT: () => this.SUBRULE(this.path) },
    ]);
  });
}
