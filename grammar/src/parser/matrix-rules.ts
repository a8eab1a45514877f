import * as t from '../tokens/index.js';
import { TestRules } from './test-rules.js';

/** `matrix kyt_core "…" { on … thresholds … decide … otherwise … }`. */
export abstract class MatrixRules extends TestRules {
  readonly matrixDeclaration = this.RULE('matrixDeclaration', () => {
    this.CONSUME(t.Matrix);
    this.CONSUME(t.Name);
    this.OPTION(() => this.CONSUME(t.Text));
    this.CONSUME(t.LeftCurly);
    this.MANY(() => this.SUBRULE(this.matrixClause));
    this.CONSUME(t.RightCurly);
  });

  readonly matrixClause = this.RULE('matrixClause', () => {
    this.OR([
      { ALT: () => this.SUBRULE(this.matrixTargets) },
      { ALT: () => this.SUBRULE(this.descriptionHeader) },
      { ALT: () => this.SUBRULE(this.scale) },
      { ALT: () => this.SUBRULE(this.thresholds) },
      { ALT: () => this.SUBRULE(this.band) },
      { ALT: () => this.SUBRULE(this.otherwiseClause) },
    ]);
  });

  readonly matrixTargets = this.RULE('matrixTargets', () => {
    this.CONSUME(t.On);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.CONSUME(t.Name) });
  });

  readonly scale = this.RULE('scale', () => {
    this.CONSUME(t.Scale);
    this.OPTION(() => this.CONSUME(t.Minus));
    this.CONSUME(t.NumberText, { LABEL: 'minimum' });
    this.CONSUME(t.To);
    this.CONSUME2(t.NumberText, { LABEL: 'maximum' });
  });

  readonly thresholds = this.RULE('thresholds', () => {
    this.CONSUME(t.Thresholds);
    this.AT_LEAST_ONE_SEP({ SEP: t.Comma, DEF: () => this.SUBRULE(this.threshold) });
  });

  readonly threshold = this.RULE('threshold', () => {
    this.CONSUME(t.Name);
    this.CONSUME(t.NumberText);
  });

  readonly band = this.RULE('band', () => {
    this.CONSUME(t.Decide);
    this.CONSUME(t.Name);
    this.CONSUME(t.From);
    this.CONSUME(t.NumberText);
  });

  readonly otherwiseClause = this.RULE('otherwiseClause', () => {
    this.CONSUME(t.Otherwise);
    this.CONSUME(t.Name);
  });
}
