import { Module } from '@nestjs/common';

import { MeasureUnknowns } from './use-cases/measure-unknowns.js';
import { RecentRecords } from './use-cases/recent-records.js';

/** What the newest records of an organization have of the fields that rules read. */
@Module({ providers: [MeasureUnknowns, RecentRecords], exports: [MeasureUnknowns, RecentRecords] })
export class RecordSamplesModule {}
