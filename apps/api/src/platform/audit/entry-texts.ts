import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

/** An entry as it is answered, hashed and kept, but for the time at which it is appended. */
export interface EntryText {
  /** Null: one is made when it is appended. */
  readonly id: string | null;
  /** The members before the time, and those after it, as JSON text. */
  readonly before: string;
  readonly after: string;
}

/** Deflated: an eighth of the memory. */
export type PackedEntries = Promise<Buffer>;

/** Stands in no JSON text. */
const separator = '\n';
const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)];

export function packEntries(entries: readonly EntryText[]): PackedEntries {
  const packed = deflate(
    entries.map(({ id, before, after }) => [id ?? '', before, after].join(separator)).join(separator),
    {
      level: 1,
    },
  );
  // It is thrown to whoever unpacks them; where all is undone nobody does.
  packed.catch(() => undefined);
  return packed;
}

export async function unpackEntries(packed: PackedEntries): Promise<readonly EntryText[]> {
  const lines = (await inflate(await packed)).toString().split(separator);
  return Array.from({ length: lines.length / 3 }, (_, place) => {
    const [id, before, after] = lines.slice(place * 3, place * 3 + 3) as [string, string, string];
    return { id: id || null, before, after };
  });
}
