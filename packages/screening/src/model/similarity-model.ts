/** Measures the similarity of names to one name, from 0 to 1 each. The platform has its own model, which an external one may replace. */
export interface SimilarityModel {
  /** Included in the response. */
  readonly name: string;
  similarities(name: string, others: readonly string[]): Promise<readonly number[]>;
}
