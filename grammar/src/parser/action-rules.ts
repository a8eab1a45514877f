import * as t from '../tokens/index.js';
import { ObjectRules } from './object-rules.js';
import type { Alternatives } from './alternatives.js';

/** Content of `then`: one production per action. */
export abstract class ActionRules extends ObjectRules {
  readonly actionWithSettings = this.RULE('actionWithSettings', () => {
    this.SUBRULE(this.action);
    this.OPTION(() => {
      this.CONSUME(t.With);
      this.SUBRULE(this.object);
    });
  });

  private readonly actions: Alternatives = [
    { ALT: () => this.SUBRULE(this.alertAction) },
    { ALT: () => this.SUBRULE(this.suggestAction) },
    { ALT: () => this.SUBRULE(this.setStatusAction) },
    { ALT: () => this.SUBRULE(this.assignAction) },
    { ALT: () => this.SUBRULE(this.addToListAction) },
    { ALT: () => this.SUBRULE(this.openCaseAction) },
    { ALT: () => this.SUBRULE(this.runAutomationAction) },
    { ALT: () => this.SUBRULE(this.notifyAction) },
    { ALT: () => this.SUBRULE(this.keyAction) },
  ];

  readonly action = this.RULE('action', () => {
    this.OR(this.actions);
  });

  readonly alertAction = this.RULE('alertAction', () => {
    this.CONSUME(t.Alert);
    this.CONSUME(t.Name);
    this.CONSUME(t.Text);
    this.OPTION(() => {
      this.CONSUME(t.Once);
      this.CONSUME(t.Per);
      this.SUBRULE(this.path);
      this.OPTION2(() => {
        this.CONSUME(t.In);
        this.CONSUME(t.Duration);
      });
    });
  });

  readonly suggestAction = this.RULE('suggestAction', () => {
    this.CONSUME(t.Suggest);
    this.CONSUME(t.Name);
  });

  readonly setStatusAction = this.RULE('setStatusAction', () => {
    this.CONSUME(t.Set);
    this.CONSUME(t.Status);
    this.OPTION(() => {
      this.CONSUME(t.Of);
      this.SUBRULE(this.path);
    });
    this.CONSUME(t.To);
    this.CONSUME(t.Name);
    this.OPTION2(() => this.SUBRULE(this.reason));
  });

  readonly addToListAction = this.RULE('addToListAction', () => {
    this.CONSUME(t.Add);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.listMapping) });
    this.OPTION(() => this.SUBRULE(this.reason));
  });

  readonly listMapping = this.RULE('listMapping', () => {
    this.SUBRULE(this.path);
    this.CONSUME(t.To);
    this.OR([
      { ALT: () => this.SUBRULE(this.listReference) },
      { ALT: () => this.SUBRULE(this.listTypeReference) },
      { ALT: () => this.CONSUME(t.Name) },
    ]);
  });

  readonly assignAction = this.RULE('assignAction', () => {
    this.CONSUME(t.Assign);
    this.CONSUME(t.To);
    this.SUBRULE(this.assignee);
  });

  readonly assignee = this.RULE('assignee', () => {
    this.OR([{ ALT: () => this.CONSUME(t.User) }, { ALT: () => this.CONSUME(t.Team) }]);
    this.CONSUME(t.Text);
  });

  readonly openCaseAction = this.RULE('openCaseAction', () => {
    this.CONSUME(t.Open);
    this.CONSUME(t.Case);
    this.CONSUME(t.Name);
    this.CONSUME(t.Text);
  });

  readonly runAutomationAction = this.RULE('runAutomationAction', () => {
    this.CONSUME(t.Run);
    this.CONSUME(t.Automation);
    this.CONSUME(t.Text);
  });

  readonly notifyAction = this.RULE('notifyAction', () => {
    this.CONSUME(t.Notify);
    this.CONSUME(t.Name);
    this.CONSUME(t.Text);
  });

  readonly keyAction = this.RULE('keyAction', () => {
    this.CONSUME(t.Key);
    this.CONSUME(t.Text);
  });

  readonly reason = this.RULE('reason', () => {
    this.CONSUME(t.Because);
    this.CONSUME(t.Text);
  });
}
