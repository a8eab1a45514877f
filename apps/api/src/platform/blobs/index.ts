export { type BlobKey, BlobStore, type StoredBlob } from './blob-store.js';
export { Blobs, BlobsModule } from './blobs.js';
