/** Identifies a blob. It consists of generated ids, never of a name supplied from outside. */
export interface BlobKey {
  readonly organizationId: string;
  readonly id: string;
}

export interface StoredBlob {
  readonly key: BlobKey;
  readonly storedAt: Date;
}

/** Storage for binary data outside of the database, independent of what the data is. Errors describe why the store could not be reached. */
export abstract class BlobStore {
  /** Once this resolves, the data survives the end of the process. */
  abstract put(key: BlobKey, bytes: Buffer): Promise<void>;

  /** Returns `null` if there is no such blob. */
  abstract get(key: BlobKey): Promise<Buffer | null>;

  /** Removes a blob; succeeds if there is none. */
  abstract remove(key: BlobKey): Promise<void>;

  /** Lists all blobs of all organizations, in any order. */
  abstract list(): AsyncIterable<StoredBlob>;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const blobPath = ({ organizationId, id }: BlobKey): string => {
  if (!uuid.test(organizationId) || !uuid.test(id)) throw new Error('a blob is identified by two ids');
  return `${organizationId}/${id}`;
};

/** Returns the key for a path, or `null` if the path is not that of a blob. */
export function keyOfPath(path: string): BlobKey | null {
  const [organizationId = '', id = '', ...more] = path.split('/');
  return uuid.test(organizationId) && uuid.test(id) && more.length === 0 ? { organizationId, id } : null;
}
