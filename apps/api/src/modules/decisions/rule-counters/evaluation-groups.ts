/** Runs of one minute decided by one publication. `alone`: the one rule that was run; null: all of them. */
interface GroupKey {
  /** Start of the minute. */
  readonly minute: Date;
  readonly revision: number;
  /** Of the rule set. */
  readonly version: string;
  readonly alone: string | null;
  readonly count: number;
  readonly lastAt: Date;
}

/** Stored runs as the database has put them together, so that not every run has to be read here. */
export type EvaluationGroup = GroupKey &
  (
    | {
        readonly kind: 'run';
        /** How the outcome begins, up to the indexes of the rules that were evaluated: `{"evaluated":[0,1`. */
        readonly what: string;
        /** Milliseconds of all of them. */
        readonly ms: number;
      }
    | {
        /** Of a rule, whichever version; of one version. */
        readonly kind: 'hit' | 'unknown' | 'version hit' | 'version unknown';
        /** Id of the rule; index of the version. */
        readonly what: string;
        readonly rejects: number;
      }
    | {
        /** Of a version: a window of it had more rows than may be read. */
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
