import { Injectable } from '@nestjs/common';

import type { Principal } from '../../../../platform/auth/index.js';
import { TenantDatabase } from '../../../../platform/database/index.js';
import { type AskedRoom, askedRoom, mayEnter } from '../domain/room.js';
import { roomsWithRecords } from '../persistence/room-records.js';

/** Why somebody is not let into a room. */
export type RefusalCode =
  'VALIDATION_ERROR' | 'FORBIDDEN' | 'NOT_FOUND' | 'TOO_MANY_ROOMS' | 'RATE_LIMIT_EXCEEDED' | 'SERVICE_UNAVAILABLE';

export interface RefusedRoom {
  readonly room: string;
  readonly code: RefusalCode;
}

/** What becomes of the rooms somebody asks for. */
export interface CheckedRooms {
  readonly allowed: readonly AskedRoom[];
  readonly rejected: readonly RefusedRoom[];
}

/** Says which rooms somebody may be in. */
@Injectable()
export class EnterRooms {
  constructor(private readonly database: TenantDatabase) {}

  /** The room of another organization's record is answered as that of none. */
  async check(principal: Principal, names: readonly string[]): Promise<CheckedRooms> {
    const rejected: RefusedRoom[] = [];
    const asked: AskedRoom[] = [];
    for (const name of new Set(names)) {
      const room = askedRoom(name);
      if (room === null) rejected.push({ room: name, code: 'VALIDATION_ERROR' });
      else if (!mayEnter(principal, room)) rejected.push({ room: name, code: 'FORBIDDEN' });
      else asked.push(room);
    }
    const { organizationId } = principal;
    const found = await roomsWithRecords(this.database.of(organizationId), organizationId, asked);
    const exists = ({ kind, name }: AskedRoom): boolean => kind === 'inbox' || found.has(name);
    for (const room of asked) if (!exists(room)) rejected.push({ room: room.name, code: 'NOT_FOUND' });
    return { allowed: asked.filter(exists), rejected };
  }
}
