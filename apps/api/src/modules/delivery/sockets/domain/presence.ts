import { isDeepStrictEqual } from 'node:util';

import { socketLimits } from './socket-limits.js';

/** Somebody who has a record open. */
export interface PresentPerson {
  readonly userId: string;
  readonly name: string;
}

/** A room of an organization whose people see each other. */
export interface PresenceRoom {
  readonly organizationId: string;
  readonly room: string;
}

/** What a process says of the people that are connected to it. */
export interface PresenceMessage {
  /** The process. */
  readonly from: string;
  /** One more with each message: who misses one asks again. */
  readonly number: number;
  readonly rooms: readonly ToldRoom[];
  /** It stops, and nobody is connected to it any more. */
  readonly isGone?: boolean;
}

interface ToldRoom extends PresenceRoom {
  readonly people: readonly PresentPerson[];
  /** It does not know yet who is there elsewhere. */
  readonly isAsking: boolean;
}

interface KnownRoom extends PresenceRoom {
  /** Connections to this process. */
  readonly own: Map<object, PresentPerson>;
  /** What other processes said last, by process. */
  readonly others: Map<string, readonly PresentPerson[]>;
}

interface KnownProcess {
  number: number;
  heardAtMs: number;
}

const keyOf = ({ organizationId, room }: PresenceRoom): string => `${organizationId} ${room}`;

/** Each once, in an order that does not depend on who came first, and no more than are told. */
function distinct(people: Iterable<PresentPerson>): readonly PresentPerson[] {
  const byId = new Map([...people].map((person) => [person.userId, person]));
  return [...byId.values()]
    .sort((one, other) => (one.userId < other.userId ? -1 : 1))
    .slice(0, socketLimits.presentPeople);
}

/**
 * Who is in which room, as one process knows it: of those that are connected to it exactly, of others what their processes say. Only
 * rooms in which somebody is connected here are kept.
 */
export class Presence {
  private readonly rooms = new Map<string, KnownRoom>();
  private readonly processes = new Map<string, KnownProcess>();
  /** Rooms of which other processes are to be told; true: and asked. */
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

  /** The next rooms of which others are to be told, as many as fit; null: there is nothing to say. */
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

  /** Says that the process is there, though nothing has changed; or that it is not any more. */
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
    // Something was missed: what there is now is asked for anew.
    if (known?.number !== number - 1)
      for (const room of this.rooms.values()) this.untold.set(keyOf(room), asking(room));
  }

  /** Forgets processes of which nothing was heard for long. */
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
