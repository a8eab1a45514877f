import type { Effect } from '@tamis/engine';
import type { JsonValue } from '@tamis/stdx';

import type { AuditEntry } from '../../../../platform/audit/index.js';
import type { OutboxEvent } from '../../../../platform/outbox/index.js';
import type { EffectFailure } from './effect-origin.js';
import type { RunNames } from './run-audit.js';

/** Where those who carry out the effects of a run say what became of them. */
export interface EffectReport {
  readonly names: RunNames;
  readonly failures: EffectFailure[];
  readonly skipped: JsonValue[];
  readonly entries: AuditEntry[];
  readonly events: OutboxEvent[];
}

export type EffectOf<K extends Effect['kind']> = Extract<Effect, { readonly kind: K }>;

export const effectsOf = <K extends Effect['kind']>(effects: readonly Effect[], kind: K): readonly EffectOf<K>[] =>
  effects.filter((effect): effect is EffectOf<K> => effect.kind === kind);
