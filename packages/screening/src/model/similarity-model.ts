/** What tells how near names are to one, 0 to 1 each. The platform has one of its own; an outside one may take its place. */
export interface SimilarityModel {
  /** Named in what is answered. */
  readonly name: string;
  similarities(name: string, others: readonly string[]): Promise<readonly number[]>;
}
