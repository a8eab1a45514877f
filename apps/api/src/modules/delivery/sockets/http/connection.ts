import type { Socket } from 'socket.io';

import type { Credentials, Principal } from '../../../../platform/auth/index.js';
import { CallBudget } from '../domain/call-budget.js';
import { type AskedRoom, mayEnter, ownRooms, placesOf } from '../domain/room.js';
import { socketLimits } from '../domain/socket-limits.js';
import type { CheckedRooms, EnterRooms, RefusalCode, RefusedRoom } from '../use-cases/enter-rooms.js';

/** Where those are who do not read as fast as they are written to. */
export const behind = 'behind';

/** What `subscribe` and `unsubscribe` are answered. `rooms`: all that the connection is in afterwards. */
export interface RoomsAnswer {
  readonly success: boolean;
  readonly rooms: readonly string[];
  readonly rejected: readonly RefusedRoom[];
}

const namesIn = (body: unknown): readonly string[] | null => {
  const rooms = (body as { readonly rooms?: unknown } | null)?.rooms;
  return Array.isArray(rooms) && rooms.every((room) => typeof room === 'string') ? rooms : null;
};

const refusing = (names: readonly string[], code: RefusalCode): RefusedRoom[] => names.map((room) => ({ room, code }));

/** One client: who it is, and the rooms it is in. */
export class Connection {
  private readonly asked = new Map<string, AskedRoom>();
  private isClosing = false;
  private readonly calls = new CallBudget(socketLimits.calls, performance.now());
  private readonly flood = new CallBudget(socketLimits.flood, performance.now());

  constructor(
    private readonly socket: Socket,
    readonly credentials: Credentials,
    private known: Principal,
  ) {
    this.letGoWhenBehind();
    socket.use((_event, next) => {
      if (this.flood.take(performance.now())) next();
      else this.close();
    });
  }

  get principal(): Principal {
    return this.known;
  }

  get rooms(): readonly string[] {
    return [...ownRooms(this.known), ...this.asked.keys()];
  }

  /** What the client may do has changed: rooms that it may not be in any more are left. */
  becomes(principal: Principal): void {
    this.known = principal;
    this.settle();
  }

  /** Goes to where the events of its rooms are heard, and away from everywhere else. */
  settle(): void {
    for (const room of this.asked.values()) if (!mayEnter(this.known, room)) this.asked.delete(room.name);
    const places = new Set(placesOf(this.known, this.asked.values()));
    for (const place of this.socket.rooms)
      if (place !== this.socket.id && place !== behind && !places.has(place)) void this.socket.leave(place);
    void this.socket.join([...places]);
  }

  async subscribe(body: unknown, rooms: EnterRooms): Promise<RoomsAnswer> {
    const names = namesIn(body);
    if (names === null) return this.answer([], false);
    if (!this.calls.take(performance.now())) return this.answer(refusing(names, 'RATE_LIMIT_EXCEEDED'));
    const { allowed, rejected } = await this.checked(names, rooms);
    const full: RefusedRoom[] = [];
    for (const room of allowed) {
      if (this.asked.size < socketLimits.rooms || this.asked.has(room.name)) this.asked.set(room.name, room);
      else full.push({ room: room.name, code: 'TOO_MANY_ROOMS' });
    }
    this.settle();
    return this.answer([...rejected, ...full]);
  }

  unsubscribe(body: unknown): RoomsAnswer {
    const names = namesIn(body);
    if (names === null) return this.answer([], false);
    if (!this.calls.take(performance.now())) return this.answer(refusing(names, 'RATE_LIMIT_EXCEEDED'));
    for (const name of names) this.asked.delete(name.toLowerCase());
    this.settle();
    return this.answer([]);
  }

  /** At once, whatever still waits to be sent. */
  close(): void {
    // To say so is a message too, and may be the one that is too much.
    if (this.isClosing) return;
    this.isClosing = true;
    this.socket.disconnect(true);
    this.socket.conn.close(true);
  }

  /** As `close`, for who would not read a farewell either: nothing of what waits is kept. */
  private drop(): void {
    this.close();
    const { socket } = this.socket.conn.transport as unknown as { readonly socket?: { terminate?(): void } };
    socket?.terminate?.();
  }

  private async checked(names: readonly string[], rooms: EnterRooms): Promise<CheckedRooms> {
    const [asked, more] = [names.slice(0, socketLimits.rooms), names.slice(socketLimits.rooms)];
    try {
      const { allowed, rejected } = await rooms.check(this.known, asked);
      return { allowed, rejected: [...rejected, ...refusing(more, 'TOO_MANY_ROOMS')] };
    } catch {
      return { allowed: [], rejected: refusing(names, 'SERVICE_UNAVAILABLE') };
    }
  }

  private answer(rejected: readonly RefusedRoom[], isUnderstood = true): RoomsAnswer {
    return { success: isUnderstood && rejected.length === 0, rooms: this.rooms, rejected };
  }

  /** What waits to be written grows while the client does not read, and is all given to the system once it does. */
  private letGoWhenBehind(): void {
    const { conn } = this.socket;
    let waiting = 0;
    conn.on('packetCreate', ({ data }: { readonly data?: string | Buffer }) => {
      waiting += data?.length ?? 0;
      if (waiting > socketLimits.waitingBytes) this.drop();
      else if (waiting > socketLimits.behindBytes) void this.socket.join(behind);
    });
    conn.on('drain', () => {
      if (waiting > socketLimits.behindBytes) void this.socket.leave(behind);
      waiting = 0;
    });
  }
}
