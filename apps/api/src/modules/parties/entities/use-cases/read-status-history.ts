import { Injectable } from '@nestjs/common';

import { TenantDatabase } from '../../../../platform/database/index.js';
import { notFound } from '../../../../platform/http/index.js';
import type { StatusMove } from '../domain/status-move.js';
import { findStatusMoves, isEntity } from '../persistence/status-history-store.js';

@Injectable()
export class ReadStatusHistory {
  constructor(private readonly database: TenantDatabase) {}

  /** Throws 404 for an entity that there never was, or of another organization. */
  async run(organizationId: string, id: string): Promise<readonly StatusMove[]> {
    const moves = await findStatusMoves(this.database.of(organizationId), organizationId, id);
    if (moves.length > 0 || (await isEntity(this.database.of(organizationId), organizationId, id))) return moves;
    throw notFound('Entity');
  }
}
