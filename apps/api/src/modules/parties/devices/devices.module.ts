import { Module } from '@nestjs/common';

import { EntitiesModule } from '../entities/index.js';
import { DevicesController } from './http/devices.controller.js';
import { DeviceRepository } from './persistence/device-repository.js';
import { ChangeDevice } from './use-cases/change-device.js';
import { ReadInvestigationContext } from './use-cases/read-investigation-context.js';
import { RegisterDevice } from './use-cases/register-device.js';

/** The devices of entities, and the signals derived from them. */
@Module({
  imports: [EntitiesModule],
  controllers: [DevicesController],
  providers: [DeviceRepository, ChangeDevice, ReadInvestigationContext, RegisterDevice],
})
export class DevicesModule {}
