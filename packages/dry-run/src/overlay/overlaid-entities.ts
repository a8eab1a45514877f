import type { Context, Effect, StoredRecord } from '@tamis/engine';
import { canRuleSetStatus, strictestStatus, type EntityStatus } from '@tamis/library';
import { isObject } from '@tamis/stdx';
import type { EvaluationEvent, StatusChange } from '../events/replay-event.js';

type StatusEffect = Extract<Effect, { readonly kind: 'setStatus' }>;

/** Newer data of a side about an entity than in its record; absent fields have none. */
interface EntityOverlay {
  /** `was` is the value in the record when it was last seen. */
  status?: { readonly value: string; readonly was: unknown };
  /** The status of an entity whose changes are all reported; its records then no longer count. */
  trackedStatus?: string;
  riskScore?: number;
}

const entityMembers = ['originEntity', 'destinationEntity', 'entity'] as const;

/** Returns a non-empty text; `null` if there is none. */
export function textAt(record: StoredRecord, key: string): string | null {
  const value = record[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Whether the subject is itself an entity. */
export const isEntityEvaluation = ({ target }: EvaluationEvent): boolean => target === 'person' || target === 'company';

/**
 * The statuses that rules of one side set, and the scores of its evaluations of entities. A status is kept while the record has the same
 * value as then. If the record has another value, it was set by someone unknown: `active` and `deleted` then apply, and for other values
 * the more restrictive of both. If the changes of an entity are reported, its status is known, and nothing is estimated.
 */
export class OverlaidEntities {
  private readonly overlays = new Map<string, EntityOverlay>();

  /** Returns a context as the side sees it: its subject, or the entities linked to it. */
  overlayContext(context: Context, isEntity: boolean): Context {
    if (this.overlays.size === 0) return context;
    if (isEntity) return this.overlayEntity(context);
    const changed: Record<string, unknown> = {};
    for (const member of entityMembers) {
      const entity = context[member];
      if (isObject(entity)) changed[member] = this.overlayEntity(entity);
    }
    return { ...context, ...changed };
  }

  /** Applies a status change of an entity; one by a recorded rule applies to no side. */
  applyStatusChange({ entityId, from, to, by }: StatusChange): void {
    const known = this.overlayFor(entityId);
    known.trackedStatus = by === 'person' ? to : (known.trackedStatus ?? known.status?.value ?? from);
  }

  /** Records the statuses that an evaluation set, and the score of its subject. */
  recordEffects(event: EvaluationEvent, effects: readonly StatusEffect[], riskScore: number): void {
    const wanted = new Map<string, string[]>();
    for (const { target, status } of effects)
      if (target.type === 'entity' && target.id !== null)
        wanted.set(target.id, [...(wanted.get(target.id) ?? []), status]);
    for (const [id, statuses] of wanted) this.setStatus(id, strictestStatus(statuses) as EntityStatus, event);
    const id = isEntityEvaluation(event) ? textAt(event.context, 'id') : null;
    if (id !== null) this.overlayFor(id).riskScore = riskScore;
  }

  private setStatus(id: string, value: EntityStatus, event: EvaluationEvent): void {
    const { context } = event;
    const entities = isEntityEvaluation(event) ? [context] : entityMembers.map((member) => context[member]);
    const recorded = entities.filter(isObject).find((entity) => entity['id'] === id);
    const before = recorded && (textAt(this.overlayEntity(recorded), 'status') as EntityStatus | null);
    if (!before || before === 'deleted' || before === value || !canRuleSetStatus(before, value)) return;
    const known = this.overlayFor(id);
    if (known.trackedStatus === undefined) known.status = { value, was: recorded['status'] };
    else known.trackedStatus = value;
  }

  private overlayFor(id: string): EntityOverlay {
    const known = this.overlays.get(id) ?? {};
    this.overlays.set(id, known);
    return known;
  }

  private overlayEntity(recorded: StoredRecord): StoredRecord {
    const known = this.overlays.get(textAt(recorded, 'id') ?? '');
    if (!known) return recorded;
    if (known.status && recorded['status'] !== known.status.was)
      mergeRecordedStatus(known, known.status.value, recorded['status']);
    const { riskScore } = known;
    const status = known.trackedStatus ?? known.status?.value;
    return {
      ...recorded,
      ...(status === undefined ? {} : { status }),
      ...(riskScore === undefined ? {} : { riskScore }),
    };
  }
}

function mergeRecordedStatus(known: EntityOverlay, value: string, recorded: unknown): void {
  if (typeof recorded !== 'string' || recorded === 'active' || recorded === 'deleted') delete known.status;
  else known.status = { value: strictestStatus([value, recorded]) as string, was: recorded };
}
