import type { NumberJson } from './literal-json.js';

export interface ScoringConfigJson {
  readonly minScore?: NumberJson;
  readonly maxScore?: NumberJson;
  readonly thresholds?: Readonly<Record<string, NumberJson>>;
}

/** A band; `from` null: what holds below all others. */
export interface MatrixDecisionJson {
  readonly decision: string;
  readonly from: NumberJson | null;
}

/** The JSON form of what a matrix declaration says. A clause the text does not have is absent. */
export interface MatrixJson {
  readonly key: string;
  readonly name?: string;
  readonly description?: string;
  readonly targetEntityTypes?: readonly string[];
  readonly scoringConfig?: ScoringConfigJson;
  readonly decisions?: readonly MatrixDecisionJson[];
}

/** Members of a matrix record that its text says; the rest of a record is the caller's. */
export const matrixJsonKeys = [
  'key',
  'name',
  'description',
  'targetEntityTypes',
  'scoringConfig',
  'decisions',
] as const satisfies readonly (keyof MatrixJson)[];

/** The scale of a matrix that names none. */
export const matrixScaleDefaults = { minScore: 0, maxScore: 100 } as const;
