/** Time and record of an evaluation. Later events and the record itself are not part of its history. */
export interface EvaluationMoment {
  /** Logical time of the evaluation. */
  readonly now: Date;
  readonly recordId: string;
}
