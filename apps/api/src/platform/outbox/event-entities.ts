import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';

import type { Queryable } from '../database/index.js';

type Json = Readonly<Record<string, unknown>>;

/** Paths at which events contain the id of their entity. For a payment, that is its origin. */
export const entityIdPaths: readonly (readonly string[])[] = [
  ['entityId'],
  ['entity', 'id'],
  ['targetEntityId'],
  ['originEntityId'],
  ['alert', 'targetEntityId'],
];

/** Returns the text at the first of these paths that has one. */
export function textAt(payload: Json, paths: readonly (readonly string[])[]): string | undefined {
  for (const path of paths) {
    let value: unknown = payload;
    for (const step of path) value = typeof value === 'object' && value !== null ? (value as Json)[step] : undefined;
    if (typeof value === 'string') return value;
  }
  return undefined;
}

/** Fields of an entity that readers of events use. */
export interface EventEntity {
  readonly type: string;
  readonly countryCode: string | null;
}

type FindEntities = (
  client: Queryable,
  organizationId: string,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, EventEntity>>;

/** Finds the entities of events, for readers without access to them. The module `parties` registers the implementation. */
@Injectable()
export class EventEntities {
  private lookUp: FindEntities = () => Promise.resolve(new Map());

  provide(lookUp: FindEntities): void {
    this.lookUp = lookUp;
  }

  /** Includes deleted entities, since events may still be about them. */
  async find(
    client: Queryable,
    organizationId: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, EventEntity>> {
    const known = [...new Set(ids)].filter((id) => isUUID(id));
    return known.length === 0 ? new Map() : this.lookUp(client, organizationId, known);
  }
}
