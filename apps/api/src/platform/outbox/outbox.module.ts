import { Global, Module } from '@nestjs/common';

import { EventEntities } from './event-entities.js';
import { EventReaders } from './event-readers.js';
import { OutboxRetention } from './outbox-retention.js';

@Global()
@Module({ providers: [EventEntities, EventReaders, OutboxRetention], exports: [EventEntities, EventReaders] })
export class OutboxModule {}
