import { Injectable } from '@nestjs/common';

import type { Transaction } from '../../../../platform/database/index.js';
import type { EntityRow } from '../persistence/entity-row.js';

/** What identifies an entity in data that other modules keep about it. */
export type ErasedEntity = Pick<EntityRow, 'organizationId' | 'id' | 'taxId'>;

/** Erases what one module keeps about an entity, in the transaction that deletes the entity and holds its lock. */
export type EraseWithEntity = (client: Transaction, entity: ErasedEntity) => Promise<void>;

/** Higher-level modules register here how to erase what they keep about entities. */
@Injectable()
export class ErasedWithEntities {
  private readonly erasers: EraseWithEntity[] = [];
  private readonly enders: EraseWithEntity[] = [];

  register(erase: EraseWithEntity): void {
    this.erasers.push(erase);
  }

  /** Registers what has to end before the entity is deleted, since it still changes the entity. */
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
