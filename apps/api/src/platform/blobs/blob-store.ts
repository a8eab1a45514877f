/** What names some bytes: ids of ours, never a name from outside. */
export interface BlobKey {
  readonly organizationId: string;
  readonly id: string;
}

export interface StoredBlob {
  readonly key: BlobKey;
  readonly storedAt: Date;
}

/** A place for bytes that are no rows, which knows nothing of what they are. What it throws says why it could not be reached. */
export abstract class BlobStore {
  /** When it resolves, they outlast the end of the process. */
  abstract put(key: BlobKey, bytes: Buffer): Promise<void>;

  /** Null: there are none. */
  abstract get(key: BlobKey): Promise<Buffer | null>;

  /** Also where there are none. */
  abstract remove(key: BlobKey): Promise<void>;

  /** All of every organization, in any order. */
  abstract list(): AsyncIterable<StoredBlob>;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const blobPath = ({ organizationId, id }: BlobKey): string => {
  if (!uuid.test(organizationId) || !uuid.test(id)) throw new Error('a blob is named by two ids');
  return `${organizationId}/${id}`;
};

/** Null: it is none of ours. */
export function keyOfPath(path: string): BlobKey | null {
  const [organizationId = '', id = '', ...more] = path.split('/');
  return uuid.test(organizationId) && uuid.test(id) && more.length === 0 ? { organizationId, id } : null;
}
