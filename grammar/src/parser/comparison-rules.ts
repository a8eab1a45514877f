import { ExpressionRules } from './expression-rules.js';
import * as t from '../tokens/index.js';

/** What may follow a value to make it a condition. */
export abstract class ComparisonRules extends ExpressionRules {
  readonly comparisonTail = this.RULE('comparisonTail', () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.relation) },
      { ALT: () => this.SUBRULE(this.isPredicate) },
      { ALT: () => this.SUBRULE(this.wordRelation) },
    ]);
  });

  readonly relation = this.RULE('relation', () => {
    this.OR([
      { ALT: () => this.CONSUME(t.Equal, { LABEL: 'operator' }) },
      { ALT: () => this.CONSUME(t.NotEqual, { LABEL: 'operator' }) },
      { ALT: () => this.CONSUME(t.Less, { LABEL: 'operator' }) },
      { ALT: () => this.CONSUME(t.LessOrEqual, { LABEL: 'operator' }) },
      { ALT: () => this.CONSUME(t.Greater, { LABEL: 'operator' }) },
      { ALT: () => this.CONSUME(t.GreaterOrEqual, { LABEL: 'operator' }) },
    ]);
    this.SUBRULE(this.value);
  });

  /** `is` takes predicates and literals only: `is <value>` would be ambiguous with `is missing`. */
  readonly isPredicate = this.RULE('isPredicate', () => {
    this.CONSUME(t.Is);
    this.OPTION(() => this.CONSUME(t.Not));
    this.OR([
      { ALT: () => this.CONSUME(t.Missing) },
      { ALT: () => this.CONSUME(t.Present) },
      { ALT: () => this.CONSUME(t.Empty) },
      { ALT: () => this.SUBRULE(this.literal) },
    ]);
  });

  readonly wordRelation = this.RULE('wordRelation', () => {
    this.OPTION(() => this.CONSUME(t.Not));
    this.OR([
      { ALT: () => this.SUBRULE(this.membership) },
      { ALT: () => this.SUBRULE(this.between) },
      { ALT: () => this.SUBRULE(this.contains) },
      { ALT: () => this.SUBRULE(this.startsWith) },
      { ALT: () => this.SUBRULE(this.endsWith) },
    ]);
  });

  readonly membership = this.RULE('membership', () => {
    this.CONSUME(t.In);
    this.OR([{ ALT: () => this.SUBRULE(this.listReference) }, { ALT: () => this.SUBRULE(this.value) }]);
  });

  readonly between = this.RULE('between', () => {
    this.CONSUME(t.Between);
    this.SUBRULE(this.value);
    this.CONSUME(t.And);
    this.SUBRULE2(this.value);
  });

  readonly contains = this.RULE('contains', () => {
    this.CONSUME(t.Contains);
    this.SUBRULE(this.value);
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
}
