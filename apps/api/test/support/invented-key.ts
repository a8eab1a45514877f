import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const checksumDigits = 6;

/** Returns a key that was never issued, with a valid checksum, which anyone can compute. */
export function inventedKey(deployment: string, n: number): string {
  const start = `tms_${deployment}_${String(n).padStart(37, '0')}`;
  let [rest, end] = [crc32(start), ''];
  while (end.length < checksumDigits) {
    end = digits[rest % digits.length]! + end;
    rest = Math.floor(rest / digits.length);
  }
  return start + end;
}
