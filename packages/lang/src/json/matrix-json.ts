import type { NumberJson } from './literal-json.js';

export interface ScoringConfigJson {
  readonly minScore?: NumberJson;
  readonly maxScore?: NumberJson;
  readonly thresholds?: Readonly<Record<string, NumberJson>>;
}

/** A band. `from` is null for the decision below all others. */
export interface MatrixDecisionJson {
  readonly decision: string;
  readonly from: NumberJson | null;
}

/** The JSON form of a matrix declaration. Clauses not in the text are absent. */
export interface MatrixJson {
  readonly key: string;
  readonly name?: string;
  readonly description?: string;
  readonly targetEntityTypes?: readonly string[];
  readonly scoringConfig?: ScoringConfigJson;
  readonly decisions?: readonly MatrixDecisionJson[];
}

/** Members of a matrix record that come from its text. The rest of the record is the caller's. */
export const matrixJsonKeys = [
  'key',
  'name',
  'description',
  'targetEntityTypes',
  'scoringConfig',
  'decisions',
] as const satisfies readonly (keyof MatrixJson)[];

/** The scale of a matrix that does not specify one. */
export const matrixScaleDefaults = { minScore: 0, maxScore: 100 } as const;
