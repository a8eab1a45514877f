import type { SettingsJson } from '@tamis/lang';

interface EffectBase {
  /** Derived from run, rule, version and action, so that applying twice is applying once. */
  readonly id: string;
  /** Shadow rules yield effects that are recorded and never applied. */
  readonly mode: 'apply' | 'shadow';
  /** Key of the rule. */
  readonly rule: string;
  readonly ruleId: string;
  readonly ruleVersion: number;
  /** `0`, or `0.1` for the second mapping of an `add`, and `0.1.2` for the third value of a field that holds several. */
  readonly action: string;
  /** Known before applying; the host adds `suppressed` and further `duplicate`s. */
  readonly skipped: 'stopped' | 'duplicate' | 'empty' | 'no_target' | null;
  /** What `with { … }` set besides what has a member of its own. */
  readonly settings?: SettingsJson;
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
    | { readonly kind: 'assign'; readonly to: { readonly type: 'user' | 'team'; readonly id: string } }
    | {
        readonly kind: 'openCase';
        readonly priority: string;
        readonly name: string;
        readonly values: Readonly<Record<string, unknown>>;
      }
    | { readonly kind: 'runAutomation'; readonly automationId: string }
    | {
        readonly kind: 'notify';
        readonly channel: string;
        /** Those of `with { recipients: … }`, else the rule's owner. */
        readonly recipients: readonly string[];
        readonly message: string;
        readonly values: Readonly<Record<string, unknown>>;
      }
  );
