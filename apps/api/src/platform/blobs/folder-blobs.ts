import { randomUUID } from 'node:crypto';
import { mkdir, open, opendir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import { type BlobKey, blobPath, BlobStore, keyOfPath, type StoredBlob } from './blob-store.js';

/** Age after which an unfinished file is considered abandoned. */
const begunMs = 60 * 60 * 1000;

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** Stores blobs in a folder of this machine, or one shared by several machines: one folder per organization and one file per blob. */
export class FolderBlobs extends BlobStore {
  constructor(private readonly folder: string) {
    super();
  }

  /** Writes to a temporary name and then renames the file, so that a file under its final name is always complete. */
  async put(key: BlobKey, bytes: Buffer): Promise<void> {
    const path = this.pathOf(key);
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const begun = `${path}.${randomUUID()}.begun`;
    const file = await open(begun, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(begun, path);
  }

  async get(key: BlobKey): Promise<Buffer | null> {
    try {
      return await readFile(this.pathOf(key));
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  remove(key: BlobKey): Promise<void> {
    return rm(this.pathOf(key), { force: true });
  }

  async *list(): AsyncIterable<StoredBlob> {
    for await (const organization of entriesOf(this.folder))
      for await (const name of entriesOf(join(this.folder, organization))) {
        const path = join(this.folder, organization, name);
        const found = await stat(path).catch(() => null);
        if (found === null) continue;
        const key = keyOfPath(`${organization}/${name}`);
        if (key) yield { key, storedAt: found.mtime };
        else if (name.endsWith('.begun') && Date.now() - found.mtimeMs > begunMs) await rm(path, { force: true });
      }
  }

  private pathOf(key: BlobKey): string {
    return join(this.folder, blobPath(key));
  }
}

/** Yields the names in a folder; none if the folder does not exist. */
async function* entriesOf(folder: string): AsyncIterable<string> {
  const entries = await opendir(folder).catch((error: NodeJS.ErrnoException) => {
    if (isMissing(error) || error.code === 'ENOTDIR') return null;
    throw error;
  });
  if (entries === null) return;
  for await (const { name } of entries) yield name;
}
