import { Global, Module } from '@nestjs/common';

import { EmailPrinter } from './email-printer.js';
import { OutboxRetention } from './outbox-retention.js';

@Global()
@Module({ providers: [OutboxRetention, EmailPrinter], exports: [EmailPrinter] })
export class OutboxModule {}
