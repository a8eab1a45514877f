import * as t from '../tokens/index.js';
import { HeaderRules } from './header-rules.js';

/** Files and what stands at their top level. */
export abstract class DeclarationRules extends HeaderRules {
  readonly file = this.RULE('file', () => {
    this.OPTION(() => this.SUBRULE(this.languageVersion));
    this.MANY(() => {
      this.OR([{ ALT: () => this.SUBRULE(this.listDeclaration) }, { ALT: () => this.SUBRULE(this.ruleDeclaration) }]);
    });
  });

  readonly languageVersion = this.RULE('languageVersion', () => {
    this.CONSUME(t.Language);
    this.CONSUME(t.NumberText);
  });

  readonly listDeclaration = this.RULE('listDeclaration', () => {
    this.CONSUME(t.List);
    this.CONSUME(t.Name);
    this.CONSUME(t.Equal);
    this.CONSUME(t.Text, { LABEL: 'reference' });
    this.OPTION(() => {
      this.CONSUME(t.Of);
      this.CONSUME(t.Type);
      this.CONSUME2(t.Text, { LABEL: 'type' });
    });
  });

  readonly ruleDeclaration = this.RULE('ruleDeclaration', () => {
    this.CONSUME(t.Rule);
    this.CONSUME(t.Name);
    this.OPTION(() => this.CONSUME(t.Text));
    this.CONSUME(t.LeftCurly);
    this.MANY(() => this.SUBRULE(this.header));
    this.MANY2(() => this.SUBRULE(this.letDeclaration));
    this.SUBRULE(this.whenClause);
    this.OPTION2(() => this.SUBRULE(this.unknownClause));
    this.OPTION3(() => this.SUBRULE(this.thenClause));
    this.CONSUME(t.RightCurly);
  });

  readonly letDeclaration = this.RULE('letDeclaration', () => {
    this.CONSUME(t.Let);
    this.CONSUME(t.Name);
    this.CONSUME(t.Equal);
    this.SUBRULE(this.expression);
  });

  readonly whenClause = this.RULE('whenClause', () => {
    this.CONSUME(t.When);
    this.SUBRULE(this.expression);
  });

  readonly unknownClause = this.RULE('unknownClause', () => {
    this.CONSUME(t.Unknown);
    this.CONSUME(t.Name);
  });

  readonly thenClause = this.RULE('thenClause', () => {
    this.CONSUME(t.Then);
    this.AT_LEAST_ONE(() => this.SUBRULE(this.action));
  });
}
