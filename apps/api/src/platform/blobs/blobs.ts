import { Global, Injectable, Logger, Module } from '@nestjs/common';

import { AppConfig } from '../config/index.js';
import { TenantDatabase } from '../database/index.js';
import { Egress } from '../egress/index.js';
import { ApiError } from '../http/index.js';
import { limits } from '../limits.js';
import { type SecretLocation, Secrets } from '../secrets/index.js';
import { type BlobKey, BlobStore, type StoredBlob } from './blob-store.js';
import { FolderBlobs } from './folder-blobs.js';
import { S3Blobs } from './s3-blobs.js';

const locationOf = ({ organizationId, id }: BlobKey): SecretLocation => ({
  ...{ organizationId, table: 'blobs', rowId: id, field: 'content' },
});

/**
 * Binary data of organizations that is kept outside of the database, such as images. It is encrypted before it leaves the process, with a
 * key of its organization and bound to its name, so that the store can neither read it nor swap one blob for another. Must not be used
 * inside a database transaction, since a store may be slow.
 */
@Injectable()
export class Blobs {
  private readonly logger = new Logger('blobs');

  constructor(
    private readonly store: BlobStore,
    private readonly database: TenantDatabase,
    private readonly secrets: Secrets,
  ) {}

  /** Throws 503 if the store does not accept the data. */
  async put(key: BlobKey, bytes: Buffer): Promise<void> {
    const sealed = await this.secrets.seal(this.clientOf(key), locationOf(key), bytes);
    await this.ask(() => this.store.put(key, sealed));
  }

  /**
   * Returns `null` if there is no such blob. Throws 503 if the store does not respond, and `SecretsError` if the data was changed or moved.
   */
  async get(key: BlobKey): Promise<Buffer | null> {
    const sealed = await this.ask(() => this.store.get(key));
    return sealed && this.secrets.openBytes(this.clientOf(key), locationOf(key), sealed);
  }

  /** Removes a blob; succeeds if there is none. */
  remove(key: BlobKey): Promise<void> {
    return this.ask(() => this.store.remove(key));
  }

  /** Lists all blobs of all organizations, in any order. */
  list(): AsyncIterable<StoredBlob> {
    return this.store.list();
  }

  private clientOf({ organizationId }: BlobKey) {
    return this.database.forOrganization(organizationId);
  }

  private async ask<T>(work: () => Promise<T>): Promise<T> {
    if (this.database.isInTransaction())
      throw new Error('blobs cannot be transferred while a database transaction is open');
    try {
      return await work();
    } catch (error) {
      this.logger.error(`the blob store of BLOBS failed: ${String(error)}`);
      throw new ApiError('SERVICE_UNAVAILABLE', 'Files are temporarily unavailable');
    }
  }
}

/** Opens the store set in `BLOBS`. The settings were validated: an object storage has its keys. */
function openStore({ blobs, blobsRegion, blobsAccessKey, blobsSecretKey }: AppConfig, egress: Egress): BlobStore {
  if (blobs.kind === 'folder') return new FolderBlobs(blobs.folder);
  const keys = { accessKeyId: blobsAccessKey!, secretAccessKey: blobsSecretKey! };
  return new S3Blobs({ url: blobs.url, region: blobsRegion, pageObjects: limits.blobsListed, ...keys }, egress);
}

@Global()
@Module({
  providers: [{ provide: BlobStore, inject: [AppConfig, Egress], useFactory: openStore }, Blobs],
  exports: [Blobs],
})
export class BlobsModule {}
