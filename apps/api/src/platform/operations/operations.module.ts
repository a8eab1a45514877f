import { Module } from '@nestjs/common';

import { Draining } from './observe-requests.js';
import { HealthController } from './health.controller.js';

/** How the server is watched and stopped. */
@Module({ controllers: [HealthController], providers: [Draining] })
export class OperationsModule {}
