import * as t from '../tokens/index.js';
import { ActionRules } from './action-rules.js';
import type { Alternatives } from './alternatives.js';

/** What may come between `{` and the first `let` or `when`: one production per header. */
export abstract class HeaderRules extends ActionRules {
  private readonly headers: Alternatives = [
    { ALT: () => this.SUBRULE(this.onHeader) },
    { ALT: () => this.SUBRULE(this.matrixHeader) },
    { ALT: () => this.SUBRULE(this.categoryHeader) },
    { ALT: () => this.SUBRULE(this.tagsHeader) },
    { ALT: () => this.SUBRULE(this.scopeHeader) },
    { ALT: () => this.SUBRULE(this.evaluateHeader) },
    { ALT: () => this.SUBRULE(this.stopHeader) },
    { ALT: () => this.SUBRULE(this.descriptionHeader) },
    { ALT: () => this.SUBRULE(this.ownerHeader) },
    { ALT: () => this.SUBRULE(this.referenceHeader) },
    { ALT: () => this.SUBRULE(this.modeHeader) },
    { ALT: () => this.SUBRULE(this.priorityHeader) },
    { ALT: () => this.SUBRULE(this.scoreHeader) },
    { ALT: () => this.SUBRULE(this.effectiveHeader) },
    { ALT: () => this.SUBRULE(this.metaHeader) },
  ];

  readonly header = this.RULE('header', () => {
    this.OR(this.headers);
  });

  readonly onHeader = this.RULE('onHeader', () => {
    this.CONSUME(t.On);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.CONSUME(t.Name, { LABEL: 'target' }) });
    this.OPTION(() => {
      this.CONSUME(t.LeftParen);
      this.AT_LEAST_ONE_SEP2({ SEP: t.Comma, DEF: () => this.CONSUME2(t.Name, { LABEL: 'trigger' }) });
      this.CONSUME(t.RightParen);
    });
  });

  readonly scoreHeader = this.RULE('scoreHeader', () => {
    this.CONSUME(t.Score);
    this.OPTION(() => this.CONSUME(t.Minus));
    this.CONSUME(t.NumberText);
  });

  readonly priorityHeader = this.RULE('priorityHeader', () => {
    this.CONSUME(t.Priority);
    this.CONSUME(t.NumberText);
  });

  readonly categoryHeader = this.RULE('categoryHeader', () => {
    this.CONSUME(t.Category);
    this.CONSUME(t.Name);
  });

  readonly modeHeader = this.RULE('modeHeader', () => {
    this.CONSUME(t.Mode);
    this.CONSUME(t.Name);
  });

  readonly descriptionHeader = this.RULE('descriptionHeader', () => {
    this.CONSUME(t.Description);
    this.CONSUME(t.Text);
  });

  readonly matrixHeader = this.RULE('matrixHeader', () => {
    this.CONSUME(t.Matrix);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.CONSUME(t.Name) });
  });

  readonly tagsHeader = this.RULE('tagsHeader', () => {
    this.CONSUME(t.Tags);
    this.SUBRULE(this.array);
  });

  readonly scopeHeader = this.RULE('scopeHeader', () => {
    this.CONSUME(t.Scope);
    this.SUBRULE(this.object);
  });

  readonly evaluateHeader = this.RULE('evaluateHeader', () => {
    this.CONSUME(t.Evaluate);
    this.CONSUME(t.Name);
  });

  readonly stopHeader = this.RULE('stopHeader', () => {
    this.CONSUME(t.Stop);
    this.CONSUME(t.On);
    this.CONSUME(t.Match);
  });

  readonly ownerHeader = this.RULE('ownerHeader', () => {
    this.CONSUME(t.Owner);
    this.CONSUME(t.Text);
  });

  readonly referenceHeader = this.RULE('referenceHeader', () => {
    this.CONSUME(t.Reference);
    this.CONSUME(t.Text);
  });

  readonly effectiveHeader = this.RULE('effectiveHeader', () => {
    this.CONSUME(t.Effective);
    this.CONSUME(t.From);
    this.SUBRULE(this.dateOrTime);
    this.OPTION(() => {
      this.CONSUME(t.Until);
      this.SUBRULE2(this.dateOrTime);
    });
  });

  readonly metaHeader = this.RULE('metaHeader', () => {
    this.CONSUME(t.Meta);
    this.SUBRULE(this.object);
  });
}
