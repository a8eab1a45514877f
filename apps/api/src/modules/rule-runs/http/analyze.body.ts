import { BooleanField, EnumField, TextArrayField, UuidArrayField } from '../../../platform/http/index.js';

export const coverages = ['none', 'summary', 'full'] as const;

/** What an analysis of any record can be asked. */
export class AnalyzeRecordBody {
  @UuidArrayField({ max: 10, description: 'For this run only; default: those of the record, else the defaults' })
  riskMatrixIds?: string[];
  @EnumField(coverages, 'AnalysisCoverage', { description: 'Default `summary`' }) coverage?: (typeof coverages)[number];
  @BooleanField({ description: 'Default false; true stores nothing, and no action runs' }) dryRun?: boolean;
}

/** Body of `POST /entities/{id}/analyze`. */
export class AnalyzeEntityBody extends AnalyzeRecordBody {
  @EnumField(['person', 'company', 'transaction'], 'AnalyzedType', { description: 'Checked when it is sent' })
  entityType?: 'person' | 'company' | 'transaction';
  @BooleanField({ description: 'Default false; true needs an enrichment provider, of which there is none' })
  enrichIfNeeded?: boolean;
  @TextArrayField({ max: 100, maxText: 100, description: 'Only with `enrichIfNeeded`' }) providerCodes?: string[];
}
