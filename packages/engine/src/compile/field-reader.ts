import { isObject } from '@tamis/stdx';

const isInherited = (key: string): boolean => key in Object.prototype;

interface Member {
  readonly key: string;
  /** Ordinary objects have it without owning it. */
  readonly inherited: boolean;
}

interface Slot extends Member {
  readonly slot: number;
}

interface Holder extends Member {
  readonly parent: number;
  readonly slots: Slot[];
}

/** Reads many paths of a context at once: objects on the way are looked at once, however many fields they hold. */
export class FieldReader {
  /** Values by slot; undefined where there is none. */
  readonly values: unknown[];
  private readonly holders: Holder[] = [{ parent: -1, key: '', inherited: false, slots: [] }];
  private readonly objects: (Record<string, unknown> | null)[];

  /** The slot of a path, which has a step at least, is its index. */
  constructor(paths: readonly (readonly string[])[]) {
    this.values = paths.map(() => undefined);
    const numbers = new Map<string, number>([['[]', 0]]);
    paths.forEach((path, slot) => {
      let parent = 0;
      path.slice(0, -1).forEach((key, depth) => {
        const name = JSON.stringify(path.slice(0, depth + 1));
        const known =
          numbers.get(name) ?? this.holders.push({ parent, key, inherited: isInherited(key), slots: [] }) - 1;
        numbers.set(name, known);
        parent = known;
      });
      const key = path.at(-1) as string;
      this.holders[parent]?.slots.push({ key, inherited: isInherited(key), slot });
    });
    this.objects = this.holders.map(() => null);
  }

  read(context: unknown): void {
    const { holders, objects, values } = this;
    for (let index = 0; index < holders.length; index++) {
      const holder = holders[index] as Holder;
      const found = index === 0 ? context : ownMember(objects[holder.parent] as Record<string, unknown> | null, holder);
      const object = isObject(found) ? found : null;
      objects[index] = object;
      for (const slot of holder.slots) values[slot.slot] = ownMember(object, slot);
    }
  }
}

function ownMember(object: Record<string, unknown> | null, { key, inherited }: Member): unknown {
  return object === null || (inherited && !Object.hasOwn(object, key)) ? undefined : object[key];
}
