import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';

/** An audit entry as it is returned, hashed and stored, except for the time at which it is appended. */
export interface EntryText {
  /** `null` if an id is generated when the entry is appended. */
  readonly id: string | null;
  /** Members before the time and members after it, as JSON text. */
  readonly before: string;
  readonly after: string;
}

/** Entries compressed with deflate, which takes an eighth of the memory. */
export type PackedEntries = Promise<Buffer>;

/** Does not occur in any JSON text. */
const separator = '\n';
const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)];

export function packEntries(entries: readonly EntryText[]): PackedEntries {
  const packed = deflate(
    entries.map(({ id, before, after }) => [id ?? '', before, after].join(separator)).join(separator),
    {
      level: 1,
    },
  );
  // A failure is thrown to the caller that unpacks the entries. If the transaction is rolled back, nobody unpacks them, so the rejection is
  // handled here.
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
