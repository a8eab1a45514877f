import { Global, Module } from '@nestjs/common';

import { releasableAlerts } from '../alerts/index.js';
import { ReleaseWork } from './release-work.js';

/** Work that is assigned to people. Other modules register theirs. */
@Global()
@Module({ providers: [ReleaseWork], exports: [ReleaseWork] })
export class AssignmentsModule {
  constructor(work: ReleaseWork) {
    work.register(releasableAlerts);
  }
}
