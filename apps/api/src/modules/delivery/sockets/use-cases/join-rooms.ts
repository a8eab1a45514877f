import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { type JoinableRoom, parseRoom, canJoin, wholeRooms } from '../domain/room.js';
import { findExistingRooms } from '../persistence/room-records.js';

/** Why a client may not join a room. */
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

/** The result of checking requested rooms. */
export interface CheckedRooms {
  readonly allowed: readonly JoinableRoom[];
  readonly rejected: readonly RejectedRoom[];
}

/** Determines which rooms a caller may join. */
@Injectable()
export class JoinRooms {
  constructor(private readonly database: TenantDatabase) {}

  /** A record of another organization is treated like one that does not exist. */
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
