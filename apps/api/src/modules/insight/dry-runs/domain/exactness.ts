/** Why a replay may see something different from the original evaluations. */
export interface InexactInput {
  /** `entities`, `transactions`, `alerts`, `rates` … */
  readonly input: string;
  /** Number of affected records. */
  readonly records: number;
  readonly why: string;
}

/** Whether everything that the rules read was available as it was at each point in time. */
export interface Exactness {
  readonly level: 'exact' | 'approximate';
  readonly reasons: readonly InexactInput[];
}

/** Counts the records that are not as they were, by reason. */
export class ExactnessLog {
  private readonly counts = new Map<string, { input: string; why: string; records: number }>();

  record(input: string, why: string, records = 1): void {
    if (records === 0) return;
    const key = `${input} ${why}`;
    const known = this.counts.get(key) ?? { input, why, records: 0 };
    known.records += records;
    this.counts.set(key, known);
  }

  result(): Exactness {
    const reasons = [...this.counts.values()].sort((a, b) => b.records - a.records || (a.input < b.input ? -1 : 1));
    return { level: reasons.length === 0 ? 'exact' : 'approximate', reasons };
  }
}
