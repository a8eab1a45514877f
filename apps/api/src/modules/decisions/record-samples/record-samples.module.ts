import { Module } from '@nestjs/common';

import { MeasureUnknowns } from './use-cases/measure-unknowns.js';

/** What the newest records of an organization have of the fields that rules read. */
@Module({ providers: [MeasureUnknowns], exports: [MeasureUnknowns] })
export class RecordSamplesModule {}
