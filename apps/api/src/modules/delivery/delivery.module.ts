import { Module } from '@nestjs/common';

import { SocketsModule } from './sockets/sockets.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

/** What is told to systems outside. */
@Module({ imports: [SocketsModule, WebhooksModule] })
export class DeliveryModule {}
