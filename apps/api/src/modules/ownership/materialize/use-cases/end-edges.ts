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
 * Sets an end for relationships that an earlier run created and that the source no longer reports, and keeps them because past ownership is
 * queried later. Relationships declared by people stay unchanged. Returns the audit entries for these changes.
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

/**
 * Returns the metadata of an edge that a run created from the partners of the entity and that has no end yet; `null` for any other edge.
 */
function toldAbout({ metadata }: Relationship, entityId: string): Readonly<Record<string, unknown>> | null {
  const read: unknown = JSON.parse(metadata);
  if (!isObject(read) || read['materializedOf'] !== entityId || read['until'] !== undefined) return null;
  return read;
}
