/** Evaluations of one minute that were decided by one publication. `alone` is the only rule evaluated, or null if all were. */
interface GroupKey {
  /** Start of the minute. */
  readonly minute: Date;
  readonly revision: number;
  /** Version of the rule set. */
  readonly version: string;
  readonly alone: string | null;
  readonly count: number;
  readonly lastAt: Date;
}

/** Stored evaluations grouped by the database, so that not every evaluation has to be read here. */
export type EvaluationGroup = GroupKey &
  (
    | {
        readonly kind: 'run';
        /** Beginning of the outcome, up to the indexes of the evaluated rules: `{"evaluated":[0,1`. */
        readonly what: string;
        /** Total milliseconds. */
        readonly ms: number;
      }
    | {
        /** The first two concern a rule, in any version; the others concern one version. */
        readonly kind: 'hit' | 'unknown' | 'version hit' | 'version unknown';
        /** Id of the rule, or index of the version. */
        readonly what: string;
        readonly rejects: number;
      }
    | {
        /** Concerns a version: one of its windows had more rows than may be read. */
        readonly kind: 'too many rows';
        /** Index of the version. */
        readonly what: string;
      }
    | {
        readonly kind: 'alert' | 'suppressed' | 'skipped';
        /** Id of the rule. */
        readonly what: string;
      }
  );
