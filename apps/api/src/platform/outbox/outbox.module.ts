import { Module } from '@nestjs/common';

import { OutboxRetention } from './old-events.js';

@Module({ providers: [OutboxRetention] })
export class OutboxModule {}
