import { Global, Module } from '@nestjs/common';

import { EventReaders } from './event-readers.js';
import { OutboxRetention } from './outbox-retention.js';

@Global()
@Module({ providers: [EventReaders, OutboxRetention], exports: [EventReaders] })
export class OutboxModule {}
