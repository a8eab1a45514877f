import { Module } from '@nestjs/common';

import { Registers } from './use-cases/registers.js';

/** Registers that come as files, which providers look companies up in. */
@Module({ providers: [Registers], exports: [Registers] })
export class RegistersModule {}
