import { Module } from '@nestjs/common';

import { MeasureUnknowns } from './use-cases/measure-unknowns.js';
import { RecentRecords } from './use-cases/recent-records.js';

/** Which of the fields that rules read are present in the newest records of an organization. */
@Module({ providers: [MeasureUnknowns, RecentRecords], exports: [MeasureUnknowns, RecentRecords] })
export class RecordSamplesModule {}
