import { isObject } from '@tamis/stdx';

import type { AuditEntry } from '../../../../platform/audit/index.js';
import type { Transaction } from '../../../../platform/database/index.js';
import { lockRelationshipsOf, type Relationship, reviseRelationship } from '../../../parties/relationships/index.js';
import type { EndedNode } from '../persistence/node-store.js';

const keyOf = (
  otherId: string | null,
  { relationshipType, role }: Pick<Relationship, 'relationshipType' | 'role'>,
): string => JSON.stringify([otherId, relationshipType, role]);

/**
 * Relationships that an earlier run made and that the source tells no more get an end, and are kept: who owned a company is asked for
 * later. What people said stays as it is. What the trail says of them.
 */
export async function endUntoldEdges(
  client: Transaction,
  organizationId: string,
  nodes: readonly EndedNode[],
  now: Date,
): Promise<readonly AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for (const { entityId } of nodes.filter(({ isExpanded }) => isExpanded)) {
    const told = nodes.filter(({ sourceEntityId, level }) => sourceEntityId === entityId && level > 0);
    for (const direction of ['incoming', 'outgoing'] as const) {
      const isIncoming = direction === 'incoming';
      const wanted = new Set(
        told.flatMap(({ partner, entityId: otherId }) =>
          partner!.links.filter(({ asSource }) => asSource === isIncoming).map((link) => keyOf(otherId, link)),
        ),
      );
      for (const edge of await lockRelationshipsOf(client, organizationId, entityId!, direction)) {
        const other = isIncoming ? edge.sourceEntityId : edge.targetEntityId;
        const metadata = toldAbout(edge, entityId!);
        if (metadata === null || wanted.has(keyOf(other, edge))) continue;
        const ended = JSON.stringify({ ...metadata, until: now.toISOString().slice(0, 10) });
        const entry = await reviseRelationship(client, organizationId, edge, { metadata: ended }, now);
        if (entry) entries.push(entry);
      }
    }
  }
  return entries;
}

/** What an edge says, where a run made it from the partners of the entity and it has no end yet; null: it is none of these. */
function toldAbout({ metadata }: Relationship, entityId: string): Readonly<Record<string, unknown>> | null {
  const read: unknown = JSON.parse(metadata);
  if (!isObject(read) || read['materializedOf'] !== entityId || read['until'] !== undefined) return null;
  return read;
}
