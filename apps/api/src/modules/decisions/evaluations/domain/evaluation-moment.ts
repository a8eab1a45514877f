/** When a run takes place, and about which record: what happened later, and the record itself, is not history to it. */
export interface EvaluationMoment {
  /** Logical time. */
  readonly now: Date;
  readonly recordId: string;
}
