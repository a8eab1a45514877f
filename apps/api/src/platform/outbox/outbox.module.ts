import { Module } from '@nestjs/common';

import { OldEvents } from './old-events.js';

@Module({ providers: [OldEvents] })
export class OutboxModule {}
