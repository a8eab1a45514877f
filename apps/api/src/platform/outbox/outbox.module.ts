import { Module } from '@nestjs/common';

import { OutboxRetention } from './outbox-retention.js';

@Module({ providers: [OutboxRetention] })
export class OutboxModule {}
