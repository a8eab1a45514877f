import { Module } from '@nestjs/common';

import { WebhookStore } from './persistence/webhook-store.js';

/** What happens is sent to addresses of the organization's. */
@Module({ providers: [WebhookStore], exports: [WebhookStore] })
export class WebhooksModule {}
