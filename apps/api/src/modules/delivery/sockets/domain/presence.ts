import { isDeepStrictEqual } from 'node:util';

import { socketLimits } from './socket-limits.js';

/** A person who has a record open. */
export interface PresentPerson {
  readonly userId: string;
  readonly name: string;
}

/** A room of an organization whose participants see each other. */
export interface PresenceRoom {
  readonly organizationId: string;
  readonly room: string;
}

/** What a process reports about the people connected to it. */
export interface PresenceMessage {
  /** Id of the process. */
  readonly from: string;
  /** Increases by one with each message, so that a receiver that missed one asks again. */
  readonly number: number;
  readonly rooms: readonly ToldRoom[];
  /** Whether the process is stopping and has no more connections. */
  readonly isGone?: boolean;
}

interface ToldRoom extends PresenceRoom {
  readonly people: readonly PresentPerson[];
  /** Whether the process does not know yet who is connected elsewhere. */
  readonly isAsking: boolean;
}

interface KnownRoom extends PresenceRoom {
  /** Connections to this process. */
  readonly own: Map<object, PresentPerson>;
  /** The last report of each other process. */
  readonly others: Map<string, readonly PresentPerson[]>;
}

interface KnownProcess {
  number: number;
  heardAtMs: number;
}

const keyOf = ({ organizationId, room }: PresenceRoom): string => `${organizationId} ${room}`;

/** Returns each person once, in an order independent of arrival, up to the maximum number that is reported. */
function distinct(people: Iterable<PresentPerson>): readonly PresentPerson[] {
  const byId = new Map([...people].map((person) => [person.userId, person]));
  return [...byId.values()]
    .sort((one, other) => (one.userId < other.userId ? -1 : 1))
    .slice(0, socketLimits.presentPeople);
}

/**
 * Who is in which room, as known to one process: exact for its own connections, and as reported by the other processes. Only rooms with own
 * connections are kept.
 */
export class Presence {
  private readonly rooms = new Map<string, KnownRoom>();
  private readonly processes = new Map<string, KnownProcess>();
  /** Rooms that must be reported to other processes; `isAsking` if they are also asked for theirs. */
  private readonly untold = new Map<string, ToldRoom>();
  private number = 0;

  constructor(
    private readonly process: string,
    private readonly onChange: (room: PresenceRoom) => void,
  ) {}

  get isEmpty(): boolean {
    return this.rooms.size === 0;
  }

  get hasUntold(): boolean {
    return this.untold.size > 0;
  }

  peopleIn(room: PresenceRoom): readonly PresentPerson[] {
    const known = this.rooms.get(keyOf(room));
    return known ? distinct([...[...known.others.values()].flat(), ...known.own.values()]) : [];
  }

  enter(room: PresenceRoom, connection: object, person: PresentPerson): void {
    const key = keyOf(room);
    const known = this.rooms.get(key) ?? { ...room, own: new Map(), others: new Map() };
    const isAsking = !this.rooms.has(key);
    const before = distinct(known.own.values());
    this.rooms.set(key, known);
    known.own.set(connection, person);
    if (!isDeepStrictEqual(before, distinct(known.own.values()))) this.tellLater(known, isAsking);
  }

  leave(room: PresenceRoom, connection: object): void {
    const known = this.rooms.get(keyOf(room));
    if (!known) return;
    const before = distinct(known.own.values());
    known.own.delete(connection);
    if (known.own.size === 0) this.rooms.delete(keyOf(room));
    if (!isDeepStrictEqual(before, distinct(known.own.values()))) this.tellLater(known, false);
  }

  /** Returns the next rooms to report, as many as fit into a message; `null` if there are none. */
  nextMessage(maxBytes: number): PresenceMessage | null {
    const rooms: ToldRoom[] = [];
    let bytes = 0;
    for (const [key, told] of this.untold) {
      const people = distinct(this.rooms.get(key)?.own.values() ?? []);
      const next = { ...told, people };
      bytes += Buffer.byteLength(JSON.stringify(next));
      if (rooms.length > 0 && bytes > maxBytes) break;
      rooms.push(next);
      this.untold.delete(key);
    }
    return rooms.length === 0 ? null : this.signOfLife({ rooms });
  }

  /** Reports that the process is still there although nothing has changed, or that it is stopping. */
  signOfLife(more: Partial<PresenceMessage> = {}): PresenceMessage {
    this.number += 1;
    return { from: this.process, number: this.number, rooms: [], ...more };
  }

  hear({ from, number, rooms, isGone }: PresenceMessage, nowMs: number): void {
    if (from === this.process) return;
    if (isGone) return this.forget(from);
    const known = this.processes.get(from);
    this.processes.set(from, { number, heardAtMs: nowMs });
    for (const told of rooms) this.hearRoom(from, told);
    // A message was missed, so the current state is requested again.
    if (known?.number !== number - 1)
      for (const room of this.rooms.values()) this.untold.set(keyOf(room), asking(room));
  }

  /** Removes processes that have been silent too long. */
  forgetSilent(nowMs: number): void {
    for (const [from, { heardAtMs }] of this.processes)
      if (nowMs - heardAtMs > socketLimits.presenceMs) this.forget(from);
  }

  private hearRoom(from: string, { people, isAsking, ...room }: ToldRoom): void {
    const known = this.rooms.get(keyOf(room));
    if (!known) return;
    this.change(known, () => {
      if (people.length > 0) known.others.set(from, people);
      else known.others.delete(from);
    });
    if (isAsking && !this.untold.has(keyOf(room))) this.untold.set(keyOf(room), { ...asking(room), isAsking: false });
  }

  private forget(from: string): void {
    this.processes.delete(from);
    for (const known of this.rooms.values()) this.change(known, () => known.others.delete(from));
  }

  private change(known: KnownRoom, work: () => void): void {
    const before = this.peopleIn(known);
    work();
    if (!isDeepStrictEqual(before, this.peopleIn(known))) this.onChange(roomOf(known));
  }

  private tellLater(known: KnownRoom, isAsking: boolean): void {
    const wasAsking = this.untold.get(keyOf(known))?.isAsking ?? false;
    this.untold.set(keyOf(known), { ...asking(known), isAsking: isAsking || wasAsking });
    this.onChange(roomOf(known));
  }
}

const roomOf = ({ organizationId, room }: PresenceRoom): PresenceRoom => ({ organizationId, room });

const asking = (room: PresenceRoom): ToldRoom => ({ ...roomOf(room), people: [], isAsking: true });
