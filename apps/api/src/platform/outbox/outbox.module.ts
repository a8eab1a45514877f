import { Global, Module } from '@nestjs/common';

import { OutboxRetention } from './outbox-retention.js';

@Global()
@Module({ providers: [OutboxRetention] })
export class OutboxModule {}
