import { crc32, deflateRawSync } from 'node:zlib';

/** A part of a packed file, which may contain wrong information about itself. */
export interface ZipPart {
  readonly name: string;
  readonly content: Buffer;
  /** Stated unpacked size, if it differs from the actual one. */
  readonly saidBytes?: number;
  /** Whether it shares the bytes of the previous part. */
  readonly isSamePlace?: boolean;
}

/** Packs parts as ZIP, including archives that no regular packer would create. */
export function packZip(parts: readonly ZipPart[]): Buffer {
  const written: Buffer[] = [];
  const directory: Buffer[] = [];
  let [at, offset] = [0, 0];
  for (const { name, content, saidBytes = content.length, isSamePlace = false } of parts) {
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(saidBytes, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    if (!isSamePlace) {
      offset = at;
      const local = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
      written.push(local);
      at += local.length;
    }
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), fields, rest, Buffer.from(name)]));
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...written, entries, end]);
}
