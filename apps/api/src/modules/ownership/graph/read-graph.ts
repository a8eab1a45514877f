import { Injectable } from '@nestjs/common';

import { hasPermission, type Permission, type Principal } from '../../../platform/auth/index.js';
import { type Queryable, TenantDatabase } from '../../../platform/database/index.js';
import { ApiError } from '../../../platform/http/index.js';
import { limits } from '../../../platform/limits.js';
import { findPaidBetween } from '../../events/transactions/index.js';
import { findSharedDevices } from '../../parties/devices/index.js';
import { findEntitiesById, findSharedPhones } from '../../parties/entities/index.js';
import { findSharedAccounts } from '../../parties/entity-accounts/index.js';
import { findRelationshipLinks } from '../../parties/relationships/index.js';
import { type GraphEdge, type GraphNode, type Link, type LinkKind, linkKinds, PartyGraph } from './party-graph.js';

export interface GraphQuestion {
  readonly depth: number;
  readonly neighbours: number;
  readonly kinds: readonly LinkKind[];
  /** Time from which payments are summed up. */
  readonly since: Date;
}

type Entities = Awaited<ReturnType<typeof findEntitiesById>>;

export interface FoundGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly entities: Entities;
  readonly isCut: boolean;
  /** Requested kinds that the caller may not read. */
  readonly omitted: readonly { readonly kind: LinkKind; readonly permission: Permission }[];
}

/** Additional permissions required to see links of a kind. */
const permissionFor: Readonly<Record<LinkKind, Permission>> = {
  relationship: 'entities:read',
  payments: 'transactions:read',
  device: 'devices:read',
  account: 'entities:read',
  phone: 'entities:read',
};

/** Returns the neighbours of a party, for display. */
@Injectable()
export class ReadGraph {
  constructor(private readonly database: TenantDatabase) {}

  /** Throws 404 `ENTITY_NOT_FOUND`. */
  async read(principal: Principal, entityId: string, question: GraphQuestion): Promise<FoundGraph> {
    const { organizationId, scopes } = principal;
    const client = this.database.forOrganization(organizationId);
    const entities = new Map(await findEntitiesById(client, organizationId, [entityId]));
    if (!entities.has(entityId)) throw new ApiError('ENTITY_NOT_FOUND', 'Entity not found');
    const isReadable = (kind: LinkKind): boolean => hasPermission(scopes, permissionFor[kind]);
    const kinds = linkKinds.filter((kind) => question.kinds.includes(kind) && isReadable(kind));
    const graph = new PartyGraph(entityId, { neighbours: question.neighbours, nodes: limits.graphNodes });
    for (let ring = 0; ring < question.depth; ring += 1) {
      const ids = graph.ring(ring);
      const links = await linksOf(client, organizationId, ids, { ...question, kinds });
      const unknown = [...new Set(links.flatMap(({ source, target }) => [source, target]))].filter(
        (id) => !entities.has(id),
      );
      for (const [id, entity] of await findEntitiesById(client, organizationId, unknown)) entities.set(id, entity);
      for (const id of ids)
        graph.expand(
          id,
          links.filter((link) => link.entityId === id && entities.has(link.source) && entities.has(link.target)),
        );
    }
    return {
      ...{ nodes: graph.nodes, edges: graph.edges, isCut: graph.isCut, entities },
      omitted: question.kinds
        .filter((kind) => !isReadable(kind))
        .map((kind) => ({ kind, permission: permissionFor[kind] })),
    };
  }
}

async function linksOf(
  client: Queryable,
  organizationId: string,
  ids: readonly string[],
  { kinds, neighbours: most, since }: GraphQuestion,
): Promise<readonly Link[]> {
  const found = await Promise.all(kinds.map((kind) => readers[kind](client, organizationId, ids, { most, since })));
  return found.flat();
}

type ReadLinks = (
  client: Queryable,
  organizationId: string,
  ids: readonly string[],
  bounds: { readonly most: number; readonly since: Date },
) => Promise<readonly Link[]>;

interface SharedRow {
  readonly entityId: string;
  readonly otherId: string;
  readonly value: string;
  readonly label?: string;
  readonly total: number;
}

const toShared = (kind: LinkKind, rows: readonly SharedRow[]): readonly Link[] =>
  rows.map(({ entityId, otherId, value, label = value, total }) => ({
    ...{ kind, entityId, source: entityId, target: otherId, total },
    shared: { id: `${kind}:${value}`, label },
  }));

const readers: Readonly<Record<LinkKind, ReadLinks>> = {
  relationship: async (client, organizationId, ids, { most }) =>
    (await findRelationshipLinks(client, organizationId, ids, most)).map(
      ({ entityId, source, target, total, ...relationship }) => ({
        ...{ kind: 'relationship', entityId, source, target, total, relationship },
      }),
    ),
  payments: async (client, organizationId, ids, { most, since }) => {
    const bounds = { since, most, mostPayments: limits.graphPayments };
    return (await findPaidBetween(client, organizationId, ids, bounds)).map(
      ({ entityId, source, target, total, ...payments }) => ({
        ...{ kind: 'payments', entityId, source, target, total, payments },
      }),
    );
  },
  device: async (client, organizationId, ids, { most }) =>
    toShared('device', await findSharedDevices(client, organizationId, ids, most)),
  account: async (client, organizationId, ids, { most }) =>
    toShared('account', await findSharedAccounts(client, organizationId, ids, most)),
  phone: async (client, organizationId, ids, { most }) =>
    toShared('phone', await findSharedPhones(client, organizationId, ids, most)),
};
