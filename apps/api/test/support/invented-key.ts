import { crc32 } from 'node:zlib';

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const checksumDigits = 6;

/** A key that nobody made, with the checksum that anyone can compute. */
export function inventedKey(deployment: string, n: number): string {
  const start = `tms_${deployment}_${String(n).padStart(37, '0')}`;
  let [rest, end] = [crc32(start), ''];
  while (end.length < checksumDigits) {
    end = digits[rest % digits.length]! + end;
    rest = Math.floor(rest / digits.length);
  }
  return start + end;
}
