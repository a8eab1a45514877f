import * as t from '../tokens/index.js';
import { ActionRules } from './action-rules.js';

/** What may stand between `{` and the first `let` or `when`: one production per header. */
export abstract class HeaderRules extends ActionRules {
  readonly header = this.RULE('header', () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.onHeader) },
      { ALT: () => this.SUBRULE(this.scoreHeader) },
      { ALT: () => this.SUBRULE(this.priorityHeader) },
      { ALT: () => this.SUBRULE(this.categoryHeader) },
      { ALT: () => this.SUBRULE(this.modeHeader) },
      { ALT: () => this.SUBRULE(this.descriptionHeader) },
    ]);
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
}
