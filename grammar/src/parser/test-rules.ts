import * as t from '../tokens/index.js';
import { HeaderRules } from './header-rules.js';

/** `test "…" { given … when … vary … expect … }`. */
export abstract class TestRules extends HeaderRules {
  readonly testDeclaration = this.RULE('testDeclaration', () => {
    this.OPTION(() => this.CONSUME(t.Todo));
    this.CONSUME(t.Test);
    this.CONSUME(t.Text);
    this.OPTION2(() => {
      this.CONSUME(t.For);
      this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.CONSUME(t.Name) });
    });
    this.CONSUME(t.LeftCurly);
    this.MANY(() => this.SUBRULE(this.testStep));
    this.CONSUME(t.RightCurly);
  });

  readonly testStep = this.RULE('testStep', () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.givenStep) },
      { ALT: () => this.SUBRULE(this.whenStep) },
      { ALT: () => this.SUBRULE(this.varyStep) },
      { ALT: () => this.SUBRULE(this.expectStep) },
    ]);
  });

  readonly givenStep = this.RULE('givenStep', () => {
    this.CONSUME(t.Given);
    this.OR([
      { ALT: () => this.SUBRULE(this.givenList) },
      { ALT: () => this.SUBRULE(this.givenRate) },
      { ALT: () => this.SUBRULE(this.givenRecords) },
      { ALT: () => this.SUBRULE(this.givenThing) },
    ]);
  });

  readonly givenList = this.RULE('givenList', () => {
    this.CONSUME(t.List);
    this.CONSUME(t.Name);
    this.CONSUME(t.Has);
    this.OR([
      { ALT: () => this.SUBRULE(this.object) },
      { ALT: () => this.SUBRULE(this.objectList) },
      { ALT: () => this.SUBRULE(this.value) },
    ]);
  });

  readonly givenRate = this.RULE('givenRate', () => {
    this.CONSUME(t.Rate);
    this.CONSUME(t.Money, { LABEL: 'from' });
    this.CONSUME(t.Equal);
    this.CONSUME2(t.Money, { LABEL: 'to' });
  });

  readonly givenRecords = this.RULE('givenRecords', () => {
    this.CONSUME(t.NumberText);
    this.CONSUME(t.Name);
    this.CONSUME(t.Every);
    this.CONSUME(t.Duration, { LABEL: 'every' });
    this.OPTION(() => {
      this.CONSUME(t.Ending);
      this.CONSUME2(t.Duration, { LABEL: 'ending' });
      this.CONSUME(t.Ago);
    });
    this.SUBRULE(this.object);
  });

  readonly givenThing = this.RULE('givenThing', () => {
    this.CONSUME(t.Name);
    this.OR([
      { ALT: () => this.SUBRULE(this.object) },
      { ALT: () => this.SUBRULE(this.objectList) },
      { ALT: () => this.SUBRULE(this.dateOrTime) },
    ]);
  });

  readonly whenStep = this.RULE('whenStep', () => {
    this.CONSUME(t.When);
    this.CONSUME(t.Name);
    this.SUBRULE(this.object);
  });

  readonly varyStep = this.RULE('varyStep', () => {
    this.CONSUME(t.Vary);
    this.SUBRULE(this.path);
    this.CONSUME(t.LeftCurly);
    this.SUBRULE(this.varyCase);
    this.MANY(() => {
      this.CONSUME(t.Comma);
      this.SUBRULE2(this.varyCase);
    });
    this.OPTION(() => this.CONSUME2(t.Comma));
    this.CONSUME(t.RightCurly);
  });

  readonly varyCase = this.RULE('varyCase', () => {
    this.SUBRULE(this.value);
    this.CONSUME(t.Colon);
    this.SUBRULE(this.outcome);
  });

  readonly outcome = this.RULE('outcome', () => {
    this.OR([
      { ALT: () => this.CONSUME(t.Hit) },
      {
        ALT: () => {
          this.CONSUME(t.No);
          this.CONSUME2(t.Hit);
        },
      },
      {
        ALT: () => {
          this.CONSUME(t.Unknown);
          this.OPTION(() => {
            this.CONSUME(t.Because);
            this.SUBRULE(this.path);
          });
        },
      },
    ]);
  });

  readonly expectStep = this.RULE('expectStep', () => {
    this.CONSUME(t.Expect);
    this.OR([
      { ALT: () => this.SUBRULE(this.outcome) },
      { ALT: () => this.SUBRULE(this.expectScore) },
      { ALT: () => this.SUBRULE(this.expectWord) },
      { ALT: () => this.SUBRULE(this.expectNoAlert) },
      { ALT: () => this.SUBRULE(this.expectAlert) },
      { ALT: () => this.SUBRULE(this.expectCase) },
      { ALT: () => this.SUBRULE(this.expectNotification) },
      { ALT: () => this.SUBRULE(this.expectList) },
      { ALT: () => this.SUBRULE(this.expectKey) },
      { ALT: () => this.SUBRULE(this.expectAssignment) },
      { ALT: () => this.SUBRULE(this.expectAutomation) },
    ]);
  });

  readonly expectScore = this.RULE('expectScore', () => {
    this.CONSUME(t.Score);
    this.OPTION(() => this.CONSUME(t.Minus));
    this.CONSUME(t.NumberText);
  });

  readonly expectWord = this.RULE('expectWord', () => {
    this.OR([
      { ALT: () => this.CONSUME(t.Decision, { LABEL: 'subject' }) },
      { ALT: () => this.CONSUME(t.Label, { LABEL: 'subject' }) },
      { ALT: () => this.CONSUME(t.Suggestion, { LABEL: 'subject' }) },
      { ALT: () => this.CONSUME(t.Status, { LABEL: 'subject' }) },
    ]);
    this.CONSUME(t.Name);
  });

  readonly expectNoAlert = this.RULE('expectNoAlert', () => {
    this.CONSUME(t.No);
    this.CONSUME(t.Alert);
  });

  readonly expectAlert = this.RULE('expectAlert', () => {
    this.CONSUME(t.Alert);
    this.OPTION(() => this.CONSUME(t.ExpectedWord));
    this.OPTION2(() => this.SUBRULE(this.containing));
  });

  readonly expectCase = this.RULE('expectCase', () => {
    this.CONSUME(t.Case);
    this.OPTION(() => this.CONSUME(t.ExpectedWord));
    this.OPTION2(() => this.SUBRULE(this.containing));
  });

  readonly expectNotification = this.RULE('expectNotification', () => {
    this.CONSUME(t.Notification);
    this.CONSUME(t.Name);
    this.OPTION(() => this.SUBRULE(this.containing));
  });

  readonly containing = this.RULE('containing', () => {
    this.CONSUME(t.Containing);
    this.CONSUME(t.Text);
  });

  readonly expectList = this.RULE('expectList', () => {
    this.CONSUME(t.List);
    this.CONSUME(t.Name);
    this.CONSUME(t.Gains);
    this.SUBRULE(this.value);
  });

  readonly expectKey = this.RULE('expectKey', () => {
    this.CONSUME(t.Key);
    this.CONSUME(t.Text);
  });

  readonly expectAssignment = this.RULE('expectAssignment', () => {
    this.CONSUME(t.Assigned);
    this.CONSUME(t.To);
    this.SUBRULE(this.assignee);
  });

  readonly expectAutomation = this.RULE('expectAutomation', () => {
    this.CONSUME(t.Automation);
    this.CONSUME(t.Text);
  });
}
