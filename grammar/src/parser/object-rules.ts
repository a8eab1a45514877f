import * as t from '../tokens/index.js';
import { AggregateRules } from './aggregate-rules.js';
import type { Alternatives } from './alternatives.js';

/** `{ key: value }`: settings of actions, `scope`, `meta`, fixtures. */
export abstract class ObjectRules extends AggregateRules {
  readonly object = this.RULE('object', () => {
    this.CONSUME(t.LeftCurly);
    this.OPTION(() => {
      this.SUBRULE(this.entry);
      this.MANY(() => {
        this.CONSUME(t.Comma);
        this.SUBRULE2(this.entry);
      });
      this.OPTION2(() => this.CONSUME2(t.Comma));
    });
    this.CONSUME(t.RightCurly);
  });

  private readonly entryKeys: Alternatives = [
    { ALT: () => this.SUBRULE(this.path) },
    { ALT: () => this.CONSUME(t.Text) },
  ];

  readonly entry = this.RULE('entry', () => {
    this.OR(this.entryKeys);
    this.CONSUME(t.Colon);
    this.SUBRULE(this.entryValue);
  });

  private readonly entryValues: Alternatives = [
    { ALT: () => this.SUBRULE(this.object) },
    { ALT: () => this.SUBRULE(this.objectList) },
    { ALT: () => this.SUBRULE(this.expression) },
  ];

  readonly entryValue = this.RULE('entryValue', () => {
    this.OR(this.entryValues);
  });

  /** Never empty: `[]` is an array. */
  readonly objectList = this.RULE('objectList', () => {
    this.CONSUME(t.LeftSquare);
    this.SUBRULE(this.object);
    this.MANY(() => {
      this.CONSUME(t.Comma);
      this.SUBRULE2(this.object);
    });
    this.OPTION(() => this.CONSUME2(t.Comma));
    this.CONSUME(t.RightSquare);
  });
}
