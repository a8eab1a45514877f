import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../../../platform/database/index.js';
import type { EntityRow } from '../persistence/entity-row.js';

/** What of an entity names it where others keep something of it. */
export type ErasedEntity = Pick<EntityRow, 'organizationId' | 'id' | 'taxId'>;

/** Erases what one room keeps of an entity, in the transaction that deletes the entity and holds its lock. */
export type EraseWithEntity = (client: Transaction, entity: ErasedEntity) => Promise<void>;

/** What rooms above keep of entities, and erase with them. Each of these registers how. */
@Injectable()
export class ErasedWithEntities {
  private readonly erasers: EraseWithEntity[] = [];
  private readonly enders: EraseWithEntity[] = [];

  register(erase: EraseWithEntity): void {
    this.erasers.push(erase);
  }

  /** What ends before the entity is deleted, as it still changes the entity. */
  registerEnd(end: EraseWithEntity): void {
    this.enders.push(end);
  }

  async end(client: Transaction, entity: ErasedEntity): Promise<void> {
    for (const end of this.enders) await end(client, entity);
  }

  async erase(client: Transaction, entity: ErasedEntity): Promise<void> {
    for (const erase of this.erasers) await erase(client, entity);
  }
}
