export interface Sample {
  readonly minute: number;
  readonly mb: number;
}

/** Megabytes a minute, by least squares. */
export function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [minute, mb] = [mean(samples.map((each) => each.minute)), mean(samples.map((each) => each.mb))];
  const spread = samples.reduce((sum, each) => sum + (each.minute - minute) ** 2, 0);
  return samples.reduce((sum, each) => sum + (each.minute - minute) * (each.mb - mb), 0) / spread;
}
