import type { Socket } from 'socket.io';

import type { Credentials, Principal } from '../../../../platform/auth/index.js';
import { TokenBucket } from '../domain/token-bucket.js';
import { type JoinableRoom, canJoin, hasPresence, ownRooms, channelsOf } from '../domain/room.js';
import { socketLimits } from '../domain/socket-limits.js';
import { dropConnection } from './pending-handshakes.js';
import type { CheckedRooms, JoinRooms, RejectionCode, RejectedRoom } from '../use-cases/join-rooms.js';

/** Room of the connections that read more slowly than they are written to. */
export const slowConsumers = 'behind';

/** Response to `subscribe` and `unsubscribe`. `rooms` contains all rooms that the connection is in afterwards. */
export interface RoomsResponse {
  readonly success: boolean;
  readonly rooms: readonly string[];
  readonly rejected: readonly RejectedRoom[];
}

const parseRoomNames = (body: unknown): readonly string[] | null => {
  const rooms = (body as { readonly rooms?: unknown } | null)?.rooms;
  return Array.isArray(rooms) && rooms.every((room) => typeof room === 'string') ? rooms : null;
};

const rejectAll = (names: readonly string[], code: RejectionCode): RejectedRoom[] =>
  names.map((room) => ({ room, code }));

/** A connected client with its principal and its rooms. */
export class Connection {
  private readonly joined = new Map<string, JoinableRoom>();
  private isClosing = false;
  private readonly calls = new TokenBucket(socketLimits.calls, performance.now());
  private readonly flood = new TokenBucket(socketLimits.flood, performance.now());

  constructor(
    private readonly socket: Socket,
    readonly credentials: Credentials,
    private currentPrincipal: Principal,
  ) {
    this.watchBackpressure();
    socket.use((_event, next) => {
      if (this.flood.tryTake(performance.now())) next();
      else this.close();
    });
  }

  get principal(): Principal {
    return this.currentPrincipal;
  }

  get rooms(): readonly string[] {
    return [...ownRooms(this.currentPrincipal), ...this.joined.keys()];
  }

  get presenceRooms(): readonly string[] {
    return [...this.joined.values()].filter(({ kind }) => hasPresence(kind)).map(({ name }) => name);
  }

  /** Updates the permissions of the client. It leaves rooms that it may no longer be in. */
  updatePrincipal(principal: Principal): void {
    this.currentPrincipal = principal;
    this.syncChannels();
  }

  /** Joins the channels for the events of its rooms, and leaves all others. */
  syncChannels(): void {
    for (const room of this.joined.values()) if (!canJoin(this.currentPrincipal, room)) this.joined.delete(room.name);
    const places = new Set(channelsOf(this.currentPrincipal, this.joined.values()));
    for (const place of this.socket.rooms)
      if (place !== this.socket.id && place !== slowConsumers && !places.has(place)) void this.socket.leave(place);
    void this.socket.join([...places]);
  }

  async subscribe(body: unknown, rooms: JoinRooms): Promise<RoomsResponse> {
    const names = parseRoomNames(body);
    if (names === null) return this.toResponse([], false);
    if (!this.calls.tryTake(performance.now())) return this.toResponse(rejectAll(names, 'RATE_LIMIT_EXCEEDED'));
    const { allowed, rejected } = await this.checkRooms(names, rooms);
    const full: RejectedRoom[] = [];
    for (const room of allowed) {
      if (this.joined.size < socketLimits.rooms || this.joined.has(room.name)) this.joined.set(room.name, room);
      else full.push({ room: room.name, code: 'TOO_MANY_ROOMS' });
    }
    this.syncChannels();
    return this.toResponse([...rejected, ...full]);
  }

  unsubscribe(body: unknown): RoomsResponse {
    const names = parseRoomNames(body);
    if (names === null) return this.toResponse([], false);
    if (!this.calls.tryTake(performance.now())) return this.toResponse(rejectAll(names, 'RATE_LIMIT_EXCEEDED'));
    for (const name of names) this.joined.delete(name.toLowerCase());
    this.syncChannels();
    return this.toResponse([]);
  }

  /** Closes the connection at once, discarding what is waiting to be sent. */
  close(): void {
    // The notification about closing is also a message, which may itself exceed the limit.
    if (this.isClosing) return;
    this.isClosing = true;
    this.socket.disconnect(true);
    this.socket.conn.close(true);
  }

  private drop(): void {
    this.close();
    dropConnection(this.socket.conn);
  }

  private async checkRooms(names: readonly string[], rooms: JoinRooms): Promise<CheckedRooms> {
    const [asked, more] = [names.slice(0, socketLimits.rooms), names.slice(socketLimits.rooms)];
    try {
      const { allowed, rejected } = await rooms.check(this.currentPrincipal, asked);
      return { allowed, rejected: [...rejected, ...rejectAll(more, 'TOO_MANY_ROOMS')] };
    } catch {
      return { allowed: [], rejected: rejectAll(names, 'SERVICE_UNAVAILABLE') };
    }
  }

  private toResponse(rejected: readonly RejectedRoom[], isUnderstood = true): RoomsResponse {
    return { success: isUnderstood && rejected.length === 0, rooms: this.rooms, rejected };
  }

  /** Waiting data accumulates while the client does not read. Once it does, all is passed to the operating system. */
  private watchBackpressure(): void {
    const { conn } = this.socket;
    let waiting = 0;
    conn.on('packetCreate', ({ data }: { readonly data?: string | Buffer }) => {
      waiting += data?.length ?? 0;
      if (waiting > socketLimits.waitingBytes) this.drop();
      else if (waiting > socketLimits.behindBytes) void this.socket.join(slowConsumers);
    });
    conn.on('drain', () => {
      if (waiting > socketLimits.behindBytes) void this.socket.leave(slowConsumers);
      waiting = 0;
    });
  }
}
