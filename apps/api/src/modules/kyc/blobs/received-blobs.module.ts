import { Module } from '@nestjs/common';

import { ReceiveBlob } from './use-cases/receive-blob.js';

/** One for all who receive files: its places are those of the process. */
@Module({ providers: [ReceiveBlob], exports: [ReceiveBlob] })
export class ReceivedBlobsModule {}
