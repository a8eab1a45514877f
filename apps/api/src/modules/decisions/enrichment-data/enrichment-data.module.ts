import { Module } from '@nestjs/common';

import { EnrichmentData } from './use-cases/enrichment-data.js';
import { EraseExpiredRaw } from './use-cases/erase-expired-raw.js';

/** Data that integrations found about entities. */
@Module({ providers: [EnrichmentData, EraseExpiredRaw], exports: [EnrichmentData] })
export class EnrichmentDataModule {}
