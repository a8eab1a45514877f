export { blobLimits } from './domain/blob-limits.js';
export { type BlobTable, BlobTables } from './persistence/blob-table.js';
export { CheckBlobs } from './use-cases/check-blobs.js';
export { type DescribedBlob, ReceiveBlob, ReceivedBlobsModule } from './use-cases/receive-blob.js';
export { RemoveBlobs } from './use-cases/remove-blobs.js';
