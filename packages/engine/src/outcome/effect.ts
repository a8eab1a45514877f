import type { SettingsJson } from '@tamis/lang';

interface EffectBase {
  /** Derived from evaluation, rule, version and action, so that applying it is idempotent. */
  readonly id: string;
  /** Effects of shadow rules are recorded and never applied. */
  readonly mode: 'apply' | 'shadow';
  /** Key of the rule. */
  readonly rule: string;
  readonly ruleId: string;
  readonly ruleVersion: number;
  /** `0`, or `0.1` for the second mapping of an `add`, and `0.1.2` for the third value of a field with several values. */
  readonly action: string;
  /** Reasons known before the effect is applied; the host adds `suppressed` and further `duplicate`s. */
  readonly skipped: 'stopped' | 'duplicate' | 'empty' | 'no_target' | null;
  /** Settings from `with { … }` that have no member of their own. */
  readonly settings?: SettingsJson;
}

export type EntityRole = 'origin' | 'destination' | 'self';

/**
 * An effect requested by a hit, which the engine itself does not perform. Effects are sorted by descending priority, age of the rule, and
 * action index.
 */
export type Effect = EffectBase &
  (
    | {
        readonly kind: 'createAlert';
        readonly severity: string;
        readonly type: string;
        readonly title: string;
        /** Placeholders with their exact values in JSON form. */
        readonly values: Readonly<Record<string, unknown>>;
        /** If `hours` is null, as long as an alert with that value is open. */
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
        /** Recipients from `with { recipients: … }`, otherwise the owner of the rule. */
        readonly recipients: readonly string[];
        readonly message: string;
        readonly values: Readonly<Record<string, unknown>>;
      }
  );
