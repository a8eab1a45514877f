import { randomBytesPool } from '../random-bytes-pool.js';

const nextIdBytes = randomBytesPool(16);

/** Returns the smallest possible id for something created at a given time. Ids begin with the time, in milliseconds. */
export function minIdAt(atMs: number): string {
  const hex = Math.max(0, atMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** SQL equivalent of `minIdAt` for a time that is given as an SQL expression. */
export const minIdAtSql = (moment: string): string =>
  `(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`;

/** Returns a UUID of version 7. Later ids sort after earlier ones, so that indexes grow at one end. */
export function newId(nowMs: number = Date.now()): string {
  const bytes = nextIdBytes();
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes[6] = 0x70 | (bytes[6]! & 0x0f);
  bytes[8] = 0x80 | (bytes[8]! & 0x3f);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
