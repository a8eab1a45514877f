import { crc32, deflateSync } from 'node:zlib';

import { checkDigitOf } from '@tamis/identity-documents';

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** Returns a PNG image that is different for each `seed`; `claimed` is the size that its header states, if it differs from the real one. */
export function specimenImage(
  seed: number,
  claimed: { readonly width: number; readonly height: number } | null = null,
) {
  const size = 64;
  const { width, height } = claimed ?? { width: size, height: size };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const rows = Array.from({ length: size }, (_, y) => [
    0,
    ...Array.from({ length: size }, (__, x) => ((x >> 2) * 37 * seed + (y >> 2) * 91 * (seed % 7) + x * y) % 256),
  ]);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export interface SpecimenPerson {
  readonly firstName: string;
  readonly lastName: string;
  readonly documentNumber: string;
  /** `YYYY-MM-DD` */
  readonly dateOfBirth: string;
  readonly expiresAt: string;
}

const dateOf = (day: string): string => day.slice(2).replaceAll('-', '');
const withDigit = (text: string): string => text + String(checkDigitOf(text));

/** Returns the two lines of a passport of the person. */
export function passportLines(person: SpecimenPerson, country = 'BRA'): readonly [string, string] {
  const { firstName, lastName, documentNumber, dateOfBirth, expiresAt } = person;
  const spelled = (name: string): string => name.toUpperCase().replaceAll(' ', '<');
  const first = `P<${country}${spelled(lastName)}<<${spelled(firstName)}`.padEnd(44, '<');
  const number = withDigit(documentNumber.padEnd(9, '<'));
  const [birth, expiry, personal] = [
    withDigit(dateOf(dateOfBirth)),
    withDigit(dateOf(expiresAt)),
    withDigit('<'.repeat(14)),
  ];
  const composite = String(checkDigitOf(number + birth + expiry + personal));
  return [first, `${number}${country}${birth}F${expiry}${personal}${composite}`];
}
