import { Global, Module } from '@nestjs/common';

import { Egress } from './egress.js';

@Global()
@Module({ providers: [Egress], exports: [Egress] })
export class EgressModule {}
