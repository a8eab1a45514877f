import { fstat, fstatSync, readSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { PassThrough, Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { UploadedFile } from './uploaded-file.js';

describe('an uploaded file', () => {
  it('holds all bytes that were sent, with equal digests for equal content', async () => {
    const [once, inParts] = [UploadedFile.open('a'), UploadedFile.open('b')];
    const content = Buffer.from('abc'.repeat(100_000));
    await once.fill(Readable.from([content]));
    await inParts.fill(Readable.from([content.subarray(0, 7), Buffer.alloc(0), content.subarray(7)]));
    const read = Buffer.alloc(content.length + 1);
    const fd = inParts.hold();
    expect(readSync(fd, read, 0, read.length, 0)).toBe(content.length);
    expect(read.subarray(0, -1).equals(content)).toBe(true);
    expect(inParts.digest).toBe(once.digest);
    inParts.release();
    for (const file of [once, inParts]) file.close();
  });

  it("stays open until closed, even when its sender disconnects: its number is nobody else's before", async () => {
    const file = UploadedFile.open('a');
    const content = new PassThrough();
    const filling = file.fill(content);
    content.write('x');
    content.destroy(new Error('gone'));
    await expect(filling).rejects.toThrow('gone');
    const fd = file.hold();
    // If anything closed the file, it would do so outside of this thread.
    for (let round = 0; round < 20; round += 1) await stat(tmpdir());
    expect(fstatSync(fd).isFile()).toBe(true);
    file.close();
    expect(fstatSync(fd).isFile()).toBe(true);
    file.release();
    expect(() => file.hold()).toThrow('closed');
    // The file is closed outside of this thread.
    const isOpen = (): Promise<boolean> =>
      promisify(fstat)(fd).then(
        () => true,
        () => false,
      );
    while (await isOpen()) await sleep(5);
  });
});
