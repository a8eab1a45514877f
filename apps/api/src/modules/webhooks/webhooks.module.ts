import { Module } from '@nestjs/common';

import { WebhooksController } from './http/webhooks.controller.js';
import { WebhookStore } from './persistence/webhook-store.js';
import { ReadWebhooks } from './use-cases/read-webhooks.js';
import { WriteWebhooks } from './use-cases/write-webhooks.js';

/** What happens is sent to addresses of the organization's. */
@Module({
  controllers: [WebhooksController],
  providers: [WebhookStore, ReadWebhooks, WriteWebhooks],
  exports: [WebhookStore],
})
export class WebhooksModule {}
