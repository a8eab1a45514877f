import { Module } from '@nestjs/common';

import { MappingsController } from './http/mappings.controller.js';
import { TableChecksController } from './http/table-checks.controller.js';
import { WriteMappings } from './use-cases/write-mappings.js';

/** What files are to be read by before they are imported. */
@Module({ controllers: [MappingsController, TableChecksController], providers: [WriteMappings] })
export class BatchImportModule {}
