interface EffectBase {
  /** Derived from run, rule, version and action, so that applying twice is applying once. */
  readonly id: string;
  /** Shadow rules yield effects that are recorded and never applied. */
  readonly mode: 'apply' | 'shadow';
  /** Key of the rule. */
  readonly rule: string;
  readonly ruleId: string;
  readonly ruleVersion: number;
  /** `0`, or `0.1` for the second mapping of an `add`. */
  readonly action: string;
  /** Known before applying; the host adds `suppressed` and `duplicate`. */
  readonly skipped: 'empty' | 'no_target' | null;
}

export type EntityRole = 'origin' | 'destination' | 'self';

/** What a hit wants done. The engine performs nothing. Listed by priority descending, age of the rule, action index. */
export type Effect = EffectBase &
  (
    | {
        readonly kind: 'createAlert';
        readonly severity: string;
        readonly type: string;
        readonly title: string;
        /** Each hole with its exact value in JSON form. */
        readonly values: Readonly<Record<string, unknown>>;
        /** `hours` null: while an alert with that value is open. */
        readonly dedupe: { readonly path: string; readonly value: string; readonly hours: number | null } | null;
      }
    | { readonly kind: 'suggest'; readonly value: string }
    | {
        readonly kind: 'setStatus';
        readonly target: {
          readonly type: 'entity' | 'transaction';
          readonly role: EntityRole;
          readonly id: string | null;
        };
        readonly status: string;
        readonly reason: string | null;
      }
    | {
        readonly kind: 'addToList';
        readonly listId: string;
        readonly fieldPath: string;
        readonly value: string | null;
        readonly reason: string | null;
      }
    | { readonly kind: 'setKey'; readonly key: string }
  );
