import { Injectable } from '@nestjs/common';

import { type Queryable, TenantDatabase } from '../../../../platform/database/index.js';
import { ApiError, notFound, type Page, type PageQuery } from '../../../../platform/http/index.js';
import { findOwnership, listOwnership, type OwnershipVersion } from '../../../decisions/ownership-data/index.js';
import { findEntitiesById } from '../../../parties/entities/index.js';
import type { OwnershipProof } from '../domain/computed-ownership.js';
import { isDue } from '../persistence/ownership-queue.js';

/** An entity on the chain from an owner to a company. */
export interface NamedEntity {
  readonly id: string;
  /** `null` if it was deleted. */
  readonly type: string | null;
  readonly name: string | null;
  readonly countryCode: string | null;
}

export interface KnownOwners {
  readonly version: OwnershipVersion | null;
  readonly proof: OwnershipProof | null;
  /** All entities in the proof, with their current data. */
  readonly entities: ReadonlyMap<string, NamedEntity>;
  /** Whether something has changed that may affect the ownership of the company. */
  readonly isDue: boolean;
}

/** Shows people who owns a company, and the proof. */
@Injectable()
export class ReadOwnership {
  constructor(private readonly database: TenantDatabase) {}

  /** Throws 404 `ENTITY_NOT_FOUND`, 404 for a version that does not exist, and 400 `INVALID_ENTITY_TYPE`. */
  async read(organizationId: string, entityId: string, version: number | null): Promise<KnownOwners> {
    const client = this.database.forOrganization(organizationId);
    await requireCompany(client, organizationId, entityId);
    const [found, isRecomputed] = await Promise.all([
      findOwnership(client, organizationId, entityId, version),
      isDue(client, organizationId, entityId),
    ]);
    if (found === null && version !== null) throw notFound('Version');
    const proof = found?.proof as OwnershipProof | null | undefined;
    return {
      version: found,
      proof: proof ?? null,
      entities: await namesOf(client, organizationId, proof ? namedIn(proof) : []),
      isDue: isRecomputed,
    };
  }

  /** Lists all versions, newest first. Throws the same errors as `read`, and 400 for invalid paging parameters. */
  async history(organizationId: string, entityId: string, query: PageQuery): Promise<Page<OwnershipVersion>> {
    const client = this.database.forOrganization(organizationId);
    await requireCompany(client, organizationId, entityId);
    return listOwnership(client, organizationId, entityId, query);
  }
}

async function requireCompany(client: Queryable, organizationId: string, entityId: string): Promise<void> {
  const entity = (await findEntitiesById(client, organizationId, [entityId])).get(entityId);
  if (!entity) throw new ApiError('ENTITY_NOT_FOUND', 'Entity not found');
  if (entity.type !== 'company')
    throw new ApiError('INVALID_ENTITY_TYPE', `Only companies have owners: the entity is of type ${entity.type}`);
}

const namedIn = ({ owners, blocked, contradictory }: OwnershipProof): readonly string[] => [
  ...new Set([
    ...owners.flatMap(({ entityId, paths }) => [entityId, ...paths.flatMap(({ entityIds }) => entityIds)]),
    ...blocked.flatMap(({ entityId, ownedBy }) => [entityId, ...ownedBy.map((owner) => owner.entityId)]),
    ...contradictory,
  ]),
];

async function namesOf(
  client: Queryable,
  organizationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedEntity>> {
  const found = ids.length === 0 ? new Map<string, never>() : await findEntitiesById(client, organizationId, ids);
  return new Map(
    ids.map((id) => {
      const { type = null, name = null, countryCode = null } = found.get(id) ?? {};
      return [id, { id, type, name, countryCode }];
    }),
  );
}
