import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';

import { AlertsController } from './http/alerts.controller.js';
import { AlertRow } from './persistence/alert-row.js';
import { AlertStore } from './persistence/alert-store.js';

/** What rules raise for people to look at. */
@Module({
  imports: [TypeOrmModule.forFeature([AlertRow])],
  controllers: [AlertsController],
  providers: [AlertStore],
})
export class AlertsModule {}
