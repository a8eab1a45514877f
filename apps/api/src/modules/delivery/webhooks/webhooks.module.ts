import { Module } from '@nestjs/common';
import { OperationFigures } from '../../../platform/operations/index.js';
import { AuthModule } from '../../../platform/auth/index.js';
import { WebhookDeliveriesController } from './http/webhook-deliveries.controller.js';
import { WebhooksController } from './http/webhooks.controller.js';
import { WebhookStore } from './persistence/webhook-store.js';
import { failingWebhooksSql, waitingDeliveriesSql, webhookLagSql } from './persistence/delivery-queue.js';
import { AnyWebhook, FanOut } from './use-cases/fan-out.js';
import { AttemptDelivery } from './use-cases/attempt-delivery.js';
import { DeliverDue } from './use-cases/deliver-due.js';
import { Deliveries } from './use-cases/deliveries.js';
import { DeleteExpiredDeliveries } from './use-cases/delete-expired-deliveries.js';
import { ReadWebhooks } from './use-cases/read-webhooks.js';
import { SendDelivery } from './use-cases/send-delivery.js';
import { WriteWebhooks } from './use-cases/write-webhooks.js';

/** Sends events to URLs of the organization. */
@Module({
  imports: [AuthModule],
  controllers: [WebhooksController, WebhookDeliveriesController],
  providers: [
    WebhookStore,
    AnyWebhook,
    AttemptDelivery,
    DeliverDue,
    Deliveries,
    FanOut,
    DeleteExpiredDeliveries,
    ReadWebhooks,
    SendDelivery,
    WriteWebhooks,
  ],
  exports: [Deliveries],
})
export class WebhooksModule {
  constructor(figures: OperationFigures) {
    figures.addCount('webhooksFailing', failingWebhooksSql);
    figures.addCount('deliveriesWaiting', waitingDeliveriesSql);
    figures.addCount('outboxLagSeconds', webhookLagSql);
  }
}
