import { Module } from '@nestjs/common';

import { Registers } from './use-cases/registers.js';

/** Registers loaded from files, in which providers look up companies. */
@Module({ providers: [Registers], exports: [Registers] })
export class RegistersModule {}
