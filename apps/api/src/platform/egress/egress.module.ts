import { Global, Module } from '@nestjs/common';

import { Egress } from './egress.js';
import { MailServer } from './mail-server.js';

@Global()
@Module({ providers: [Egress, MailServer], exports: [Egress, MailServer] })
export class EgressModule {}
