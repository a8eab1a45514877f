import * as t from '../tokens/index.js';
import { MatrixRules } from './matrix-rules.js';

/** Files and their top-level declarations. */
export abstract class DeclarationRules extends MatrixRules {
  readonly file = this.RULE('file', () => {
    this.OPTION(() => this.SUBRULE(this.languageVersion));
    this.MANY(() => {
      this.OR([
        { ALT: () => this.SUBRULE(this.importDeclaration) },
        { ALT: () => this.SUBRULE(this.listDeclaration) },
        { ALT: () => this.SUBRULE(this.constDeclaration) },
        { ALT: () => this.SUBRULE(this.paramDeclaration) },
        { ALT: () => this.SUBRULE(this.defineDeclaration) },
        { ALT: () => this.SUBRULE(this.matrixDeclaration) },
        { ALT: () => this.SUBRULE(this.ruleDeclaration) },
        { ALT: () => this.SUBRULE(this.testDeclaration) },
      ]);
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

  readonly importDeclaration = this.RULE('importDeclaration', () => {
    this.CONSUME(t.Import);
    this.CONSUME(t.Text);
  });

  readonly constDeclaration = this.RULE('constDeclaration', () => {
    this.CONSUME(t.Const);
    this.CONSUME(t.Name);
    this.CONSUME(t.Equal);
    this.SUBRULE(this.value);
  });

  readonly paramDeclaration = this.RULE('paramDeclaration', () => {
    this.CONSUME(t.Param);
    this.CONSUME(t.Name);
    this.CONSUME(t.Equal);
    this.SUBRULE(this.value, { LABEL: 'preset' });
    this.OPTION(() => {
      this.CONSUME(t.Between);
      this.SUBRULE2(this.value, { LABEL: 'minimum' });
      this.CONSUME(t.And);
      this.SUBRULE3(this.value, { LABEL: 'maximum' });
    });
    this.OPTION2(() => {
      this.CONSUME(t.Step);
      this.SUBRULE4(this.value, { LABEL: 'step' });
    });
  });

  readonly defineDeclaration = this.RULE('defineDeclaration', () => {
    this.CONSUME(t.Define);
    this.CONSUME(t.Name);
    this.OPTION(() => {
      this.CONSUME(t.LeftParen);
      this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.CONSUME2(t.Name, { LABEL: 'parameter' }) });
      this.CONSUME(t.RightParen);
    });
    this.CONSUME(t.As);
    this.SUBRULE(this.expression);
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
    this.MANY3(() => this.SUBRULE(this.testDeclaration));
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
    this.AT_LEAST_ONE(() => this.SUBRULE(this.actionWithSettings));
  });
}
