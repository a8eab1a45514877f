import { TableFormatError } from './table-row.js';

/** Start bytes of other kinds of files, and what the sender can do. */
const otherKinds: readonly (readonly [magic: readonly number[], message: string])[] = [
  [[0xff, 0xfe], 'not UTF-8 but UTF-16; save it as UTF-8'],
  [[0xfe, 0xff], 'not UTF-8 but UTF-16; save it as UTF-8'],
  [[0x1f, 0x8b], 'packed by gzip; send it unpacked'],
  [[0x50, 0x4b, 0x03, 0x04], 'packed, as XLSX and ZIP are; its name says something else'],
];

/** Decodes a file to text, piece by piece. Throws `TableFormatError`. */
export function* decodedText(
  chunks: Iterable<Uint8Array>,
  encoding: string,
  advice = '; its `encoding` may be `latin1`',
): Generator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let isFirst = true;
  for (const chunk of chunks) {
    if (isFirst) refuseOtherKinds(chunk);
    isFirst = false;
    yield decode(decoder, advice, chunk);
  }
  yield decode(decoder, advice);
}

function decode(decoder: InstanceType<typeof TextDecoder>, advice: string, chunk?: Uint8Array): string {
  try {
    return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
  } catch {
    throw new TableFormatError(`not UTF-8${advice}`);
  }
}

function refuseOtherKinds(chunk: Uint8Array): void {
  const found = otherKinds.find(([magic]) => magic.every((byte, at) => chunk[at] === byte));
  if (found) throw new TableFormatError(found[1]);
}
