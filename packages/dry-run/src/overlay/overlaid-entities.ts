import type { Context, Effect, StoredRecord } from '@tamis/engine';
import { ruleMayMove, strictestStatus, type EntityStatus } from '@tamis/library';
import { isObject } from '@tamis/stdx';
import type { ReplayedRun, StatusMove } from '../events/replay-event.js';

type StatusEffect = Extract<Effect, { readonly kind: 'setStatus' }>;

/** What a side knows better of an entity than its record says; a member that is not there: nothing. */
interface Known {
  /** `was`: what the record said when it was last seen. */
  status?: { readonly value: string; readonly was: unknown };
  /** Its status, where all moves are told; records do not count any more then. */
  told?: string;
  riskScore?: number;
}

const members = ['originEntity', 'destinationEntity', 'entity'] as const;

/** A text that is not empty; null where there is none. */
export function textAt(record: StoredRecord, key: string): string | null {
  const value = record[key];
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Is its subject an entity itself? */
export const isEntityRun = ({ target }: ReplayedRun): boolean => target === 'person' || target === 'company';

/**
 * Statuses that rules of one side set, and the scores of its runs over entities. A status holds while the record says what it said
 * then. When the record says something else, somebody else set it, and records do not say who: `active` and `deleted` hold from
 * there on, of others the more restrictive one of both. Of an entity whose moves are told it is known, and nothing is guessed.
 */
export class OverlaidEntities {
  private readonly known = new Map<string, Known>();

  /** A context as the side sees it: its subject, or the entities that are linked to it. */
  seen(context: Context, isEntity: boolean): Context {
    if (this.known.size === 0) return context;
    if (isEntity) return this.seenEntity(context);
    const changed: Record<string, unknown> = {};
    for (const member of members) {
      const entity = context[member];
      if (isObject(entity)) changed[member] = this.seenEntity(entity);
    }
    return { ...context, ...changed };
  }

  /** Somebody moves an entity: a recorded rule moves it for no side. */
  moved({ entityId, from, to, by }: StatusMove): void {
    const known = this.of(entityId);
    known.told = by === 'person' ? to : (known.told ?? known.status?.value ?? from);
  }

  /** A run set statuses, and gave its subject a score. */
  after(event: ReplayedRun, effects: readonly StatusEffect[], riskScore: number): void {
    const wanted = new Map<string, string[]>();
    for (const { target, status } of effects)
      if (target.type === 'entity' && target.id !== null)
        wanted.set(target.id, [...(wanted.get(target.id) ?? []), status]);
    for (const [id, statuses] of wanted) this.setStatus(id, strictestStatus(statuses) as EntityStatus, event);
    const id = isEntityRun(event) ? textAt(event.context, 'id') : null;
    if (id !== null) this.of(id).riskScore = riskScore;
  }

  private setStatus(id: string, value: EntityStatus, event: ReplayedRun): void {
    const { context } = event;
    const entities = isEntityRun(event) ? [context] : members.map((member) => context[member]);
    const recorded = entities.filter(isObject).find((entity) => entity['id'] === id);
    const before = recorded && (textAt(this.seenEntity(recorded), 'status') as EntityStatus | null);
    if (!before || before === 'deleted' || before === value || !ruleMayMove(before, value)) return;
    const known = this.of(id);
    if (known.told === undefined) known.status = { value, was: recorded['status'] };
    else known.told = value;
  }

  private of(id: string): Known {
    const known = this.known.get(id) ?? {};
    this.known.set(id, known);
    return known;
  }

  private seenEntity(recorded: StoredRecord): StoredRecord {
    const known = this.known.get(textAt(recorded, 'id') ?? '');
    if (!known) return recorded;
    if (known.status && recorded['status'] !== known.status.was) hold(known, known.status.value, recorded['status']);
    const { riskScore } = known;
    const status = known.told ?? known.status?.value;
    return {
      ...recorded,
      ...(status === undefined ? {} : { status }),
      ...(riskScore === undefined ? {} : { riskScore }),
    };
  }
}

function hold(known: Known, value: string, recorded: unknown): void {
  if (typeof recorded !== 'string' || recorded === 'active' || recorded === 'deleted') delete known.status;
  else known.status = { value: strictestStatus([value, recorded]) as string, was: recorded };
}
