import type { ListFile } from './list-file.js';
import { ListFormatError } from './list-format-error.js';
import { listLimits } from '../list-limits.js';

export type ListEncoding = 'utf-8' | 'latin1';

/** First bytes of other kinds of files. */
const otherKinds: readonly (readonly [magic: readonly number[], message: string])[] = [
  [[0xff, 0xfe], 'not UTF-8 but UTF-16; save it as UTF-8'],
  [[0xfe, 0xff], 'not UTF-8 but UTF-16; save it as UTF-8'],
  [[0x1f, 0x8b], 'packed by gzip; unpack it first'],
  [[0x50, 0x4b, 0x03, 0x04], 'packed as ZIP; unpack it first'],
];

/** Yields a file as text in small pieces. Throws `ListFormatError`, also if fewer bytes arrived than the sender stated. */
export async function* decodedText(file: ListFile, encoding: ListEncoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  for await (const piece of countedPieces(file)) {
    if (piece.includes(0)) throw new ListFormatError(file.name, 'not text: it has a byte of zero');
    yield decode(file, decoder, piece);
  }
  yield decode(file, decoder);
}

/** Yields the bytes of a file in small pieces. Throws `ListFormatError`, also if their number is not what the sender stated. */
export async function* countedPieces(file: ListFile): AsyncGenerator<Uint8Array> {
  let count = 0;
  for await (const chunk of file.bytes) {
    if (count === 0) refuseOtherKinds(file, chunk);
    count += chunk.length;
    for (let at = 0; at < chunk.length; at += listLimits.pieceBytes)
      yield chunk.subarray(at, at + listLimits.pieceBytes);
  }
  if (count === 0) throw new ListFormatError(file.name, 'empty');
  if (file.expectedBytes !== null && count !== file.expectedBytes)
    throw new ListFormatError(file.name, `has ${count} bytes of ${file.expectedBytes}; load it again`);
}

function decode(file: ListFile, decoder: InstanceType<typeof TextDecoder>, piece?: Uint8Array): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  } catch {
    throw new ListFormatError(file.name, 'not UTF-8; save it as UTF-8');
  }
}

function refuseOtherKinds(file: ListFile, chunk: Uint8Array): void {
  const wanted = file.name.toLowerCase().endsWith('.zip');
  const found = otherKinds.find(([magic]) => magic.every((byte, at) => chunk[at] === byte));
  if (found && !wanted) throw new ListFormatError(file.name, found[1]);
}
