import { isObject } from '@tamis/stdx';

const isInherited = (key: string): boolean => key in Object.prototype;

interface Member {
  readonly key: string;
  /** Whether ordinary objects inherit the key rather than own it. */
  readonly inherited: boolean;
}

interface Slot extends Member {
  readonly slot: number;
}

/** Most members of larger objects are not read at all. */
const maxKeys = 64;
const maxPause = 1_024;

/** Reads the members of one object on the paths. */
class Holder {
  private readonly slots: Slot[] = [];
  /** Keys of a previously read object, in order, and the slot of each; -1 if it is not read. */
  private keys: readonly string[] = [];
  private slotOfKey: readonly number[] = [];
  /** Slots of members that this object did not have. */
  private absent: readonly number[] = [];
  /** Number of objects to be read by name before the order is tried again, and the number after the next mismatch. */
  private left = 0;
  private pause = 1;

  constructor(
    readonly parent: number,
    readonly member: Member,
  ) {}

  add(slot: Slot): void {
    this.slots.push(slot);
  }

  read(object: Record<string, unknown>, values: unknown[]): void {
    if (this.left > 0) this.left -= 1;
    else if (this.readInOrder(object, values)) {
      if (this.pause > 1) this.pause -= 1;
      return;
    } else this.learn(object);
    const { slots } = this;
    for (const slot of slots) values[slot.slot] = ownMember(object, slot);
  }

  clear(values: unknown[]): void {
    for (const { slot } of this.slots) values[slot] = undefined;
  }

  /**
   * Reads objects that have the same members in the same order, which is much faster than by name. Returns `false` if this object differs.
   */
  private readInOrder(object: Record<string, unknown>, values: unknown[]): boolean {
    const { keys, slotOfKey } = this;
    let place = 0;
    for (const key in object) {
      if (key !== keys[place]) return false;
      const slot = slotOfKey[place] as number;
      if (slot >= 0) values[slot] = object[key];
      place += 1;
    }
    if (place !== keys.length) return false;
    for (const slot of this.absent) values[slot] = undefined;
    return true;
  }

  private learn(object: Record<string, unknown>): void {
    this.left = this.pause;
    this.pause = Math.min(maxPause, 2 * this.pause);
    const keys = Object.keys(object);
    if (keys.length > maxKeys) return;
    const slots = new Map(this.slots.map(({ key, slot }) => [key, slot]));
    this.keys = keys;
    this.slotOfKey = keys.map((key) => slots.get(key) ?? -1);
    this.absent = this.slots.filter(({ key }) => !keys.includes(key)).map(({ slot }) => slot);
  }
}

/** Reads many paths of a context together: each object on the paths is visited once, however many fields it contains. */
export class FieldReader {
  /** Values by slot; `undefined` if there is none. */
  readonly values: unknown[];
  private readonly holders: Holder[] = [new Holder(-1, { key: '', inherited: false })];
  private readonly objects: (Record<string, unknown> | null)[];

  /** The slot of a path is its index. A path has at least one step. */
  constructor(paths: readonly (readonly string[])[]) {
    this.values = paths.map(() => undefined);
    const numbers = new Map<string, number>([['[]', 0]]);
    paths.forEach((path, slot) => {
      let parent = 0;
      path.slice(0, -1).forEach((key, depth) => {
        const name = JSON.stringify(path.slice(0, depth + 1));
        const known =
          numbers.get(name) ?? this.holders.push(new Holder(parent, { key, inherited: isInherited(key) })) - 1;
        numbers.set(name, known);
        parent = known;
      });
      const key = path.at(-1) as string;
      this.holders[parent]?.add({ key, inherited: isInherited(key), slot });
    });
    this.objects = this.holders.map(() => null);
  }

  read(context: unknown): void {
    const { holders, objects, values } = this;
    for (let index = 0; index < holders.length; index++) {
      const holder = holders[index] as Holder;
      const found =
        index === 0 ? context : ownMember(objects[holder.parent] as Record<string, unknown> | null, holder.member);
      const object = isObject(found) ? found : null;
      objects[index] = object;
      if (object === null) holder.clear(values);
      else holder.read(object, values);
    }
  }
}

function ownMember(object: Record<string, unknown> | null, { key, inherited }: Member): unknown {
  return object === null || (inherited && !Object.hasOwn(object, key)) ? undefined : object[key];
}
