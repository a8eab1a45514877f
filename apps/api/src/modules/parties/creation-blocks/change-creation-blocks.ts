import { Injectable } from '@nestjs/common';
import { failure, ok, type Result } from '@tamis/stdx';

import { byPrincipal, recordAudit } from '../../../platform/audit/index.js';
import type { Principal } from '../../../platform/auth/index.js';
import { newId, takeTurn, TenantDatabase, violatedConstraint } from '../../../platform/database/index.js';
import { limits } from '../../../platform/limits.js';
import { lockLists } from '../../decisions/data-lists/index.js';
import { blockCreatedEntry, blockDeletedEntry } from './block-audit.js';
import type { BlockScope, CreationBlock } from './creation-block.js';
import { deleteCreationBlock, findCreationBlocks, insertCreationBlock } from './creation-block-store.js';

export interface NewCreationBlock {
  readonly listId: string;
  readonly fieldPath: string;
  readonly scope: BlockScope;
}

export type BlockProblem = 'no-list' | 'exists' | 'too-many';

@Injectable()
export class ChangeCreationBlocks {
  constructor(private readonly database: TenantDatabase) {}

  /** Returns the oldest blocks first. */
  list(organizationId: string): Promise<readonly CreationBlock[]> {
    return findCreationBlocks(this.database.forOrganization(organizationId), organizationId);
  }

  async create(
    principal: Principal,
    wanted: NewCreationBlock,
    now: Date,
  ): Promise<Result<CreationBlock, BlockProblem>> {
    const { organizationId, actor } = principal;
    const block: CreationBlock = { ...wanted, id: newId(now.getTime()), createdBy: actor.id, createdAt: now };
    try {
      return await this.database.transaction(organizationId, async (client) => {
        // Locked, so that the list is not archived before the block is there.
        const [list] = await lockLists(client, organizationId, [block.listId]);
        if (!list || list.status === 'archived') return failure('no-list');
        // Creations take turns, so that the next one counts this block.
        await takeTurn(client, `creation blocks ${organizationId}`);
        const present = await findCreationBlocks(client, organizationId);
        if (present.length >= limits.creationBlocks) return failure('too-many');
        await insertCreationBlock(client, organizationId, block);
        await recordAudit(client, byPrincipal(principal), [blockCreatedEntry(block)]);
        return ok(block);
      });
    } catch (error) {
      if (violatedConstraint(error) === 'creation_blocks_once') return failure('exists');
      throw error;
    }
  }

  /** Returns `null` if there is no such block. */
  delete(principal: Principal, id: string): Promise<CreationBlock | null> {
    return this.database.transaction(principal.organizationId, async (client) => {
      const deleted = await deleteCreationBlock(client, principal.organizationId, id);
      if (deleted) await recordAudit(client, byPrincipal(principal), [blockDeletedEntry(deleted)]);
      return deleted;
    });
  }
}
