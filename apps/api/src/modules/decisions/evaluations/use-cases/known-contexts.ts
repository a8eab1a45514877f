import type { Context } from '@tamis/engine';
import type { Target } from '@tamis/lang';
import { isUUID } from 'class-validator';

import type { Queryable } from '../../../../platform/database/index.js';
import { findKnownEnrichments } from '../../enrichment-data/index.js';
import { findKnownOwnership } from '../../ownership-data/index.js';
import { addRead, isRead } from '../domain/enrichment-needs.js';
import type { PartNeeds } from '../domain/part-needs.js';

/** Members of a context that are entities. Empty if the context itself is the entity. */
const entityMembers: Readonly<Record<Target, readonly string[]>> = {
  transaction: ['originEntity', 'destinationEntity'],
  userEvent: ['entity'],
  person: [],
  company: [],
};

/** A record as evaluated at a point in time. */
export interface PastContext {
  readonly target: Target;
  readonly context: Context;
  readonly at: Date;
}

interface PastEntity {
  readonly id?: unknown;
  readonly enrichmentData?: unknown;
  readonly ownership?: unknown;
}

interface PastEntityAt {
  readonly entity: PastEntity;
  readonly entityId: string;
  readonly at: Date;
}

/** Adds the found data to an entity. */
type PartOf = (entity: PastEntity) => PastEntity;

const entitiesOf = ({ target, context }: PastContext): readonly PastEntity[] => {
  const members = entityMembers[target];
  const found = members.length === 0 ? [context] : members.map((member) => context[member]);
  return found.filter((entity) => typeof entity === 'object' && entity !== null);
};

/**
 * Returns the contexts of evaluations, in order, for rules that read more data about entities than the original ones. They are completed
 * with what was known at the time of each. Data that was read then remains unchanged.
 */
export async function withKnownParts(
  client: Queryable,
  organizationId: string,
  runs: readonly PastContext[],
  { enrichment, ownership }: PartNeeds,
): Promise<readonly Context[]> {
  const filled = new Map<unknown, PastEntity>();
  const fill = async (
    isLacking: (entity: PastEntity) => boolean,
    find: (lacking: readonly PastEntityAt[]) => Promise<readonly PartOf[]>,
  ): Promise<void> => {
    const lacking = runs.flatMap((run) =>
      entitiesOf(run)
        .filter((entity) => isUUID(entity.id) && isLacking(entity))
        .map((entity) => ({ entity, entityId: entity.id as string, at: run.at })),
    );
    if (lacking.length === 0) return;
    const parts = await find(lacking);
    for (const [index, { entity }] of lacking.entries())
      filled.set(entity, { ...entity, ...filled.get(entity), ...parts[index]!(entity) });
  };
  if (enrichment)
    await fill(
      ({ enrichmentData }) => !isRead(enrichmentData, enrichment),
      async (lacking) =>
        (await findKnownEnrichments(client, organizationId, lacking, enrichment)).map((found) => (entity) => ({
          enrichmentData: addRead(entity.enrichmentData, JSON.parse(found) as object),
        })),
    );
  if (ownership)
    await fill(
      (entity) => !('ownership' in entity),
      async (lacking) =>
        (await findKnownOwnership(client, organizationId, lacking)).map((found) => () => ({ ownership: found })),
    );
  const contexts = runs.map(({ context }) => context);
  return filled.size === 0 ? contexts : runs.map((run) => withEntities(run, filled));
}

function withEntities({ target, context }: PastContext, filled: ReadonlyMap<unknown, PastEntity>): Context {
  const own = filled.get(context);
  if (own) return own as Context;
  const members = entityMembers[target].flatMap((member) => {
    const entity = filled.get(context[member]);
    return entity ? [[member, entity] as const] : [];
  });
  return members.length === 0 ? context : { ...context, ...Object.fromEntries(members) };
}
