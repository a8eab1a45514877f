import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { type JoinableRoom, parseRoom, canJoin, wholeRooms } from '../domain/room.js';
import { findExistingRooms } from '../persistence/room-records.js';

/** Why somebody is not let into a room. */
export type RejectionCode =
  | 'VALIDATION_ERROR'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'TOO_MANY_ROOMS'
  | 'RATE_LIMIT_EXCEEDED'
  | 'SERVICE_UNAVAILABLE';

export interface RejectedRoom {
  readonly room: string;
  readonly code: RejectionCode;
}

/** What becomes of the rooms somebody asks for. */
export interface CheckedRooms {
  readonly allowed: readonly JoinableRoom[];
  readonly rejected: readonly RejectedRoom[];
}

/** Says which rooms somebody may be in. */
@Injectable()
export class JoinRooms {
  constructor(private readonly database: TenantDatabase) {}

  /** The room of another organization's record is answered as that of none. */
  async check(principal: Principal, names: readonly string[]): Promise<CheckedRooms> {
    const rejected: RejectedRoom[] = [];
    const asked: JoinableRoom[] = [];
    for (const name of new Set(names)) {
      const room = parseRoom(name);
      if (room === null) rejected.push({ room: name, code: 'VALIDATION_ERROR' });
      else if (!canJoin(principal, room)) rejected.push({ room: name, code: 'FORBIDDEN' });
      else asked.push(room);
    }
    const { organizationId } = principal;
    const found = await findExistingRooms(this.database.forOrganization(organizationId), organizationId, asked);
    const exists = ({ kind, name }: JoinableRoom): boolean =>
      wholeRooms.some((each) => each === kind) || found.has(name);
    for (const room of asked) if (!exists(room)) rejected.push({ room: room.name, code: 'NOT_FOUND' });
    return { allowed: asked.filter(exists), rejected };
  }
}
