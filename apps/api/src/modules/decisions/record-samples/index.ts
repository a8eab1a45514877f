export { fieldValue, type SampledRecord, type ValueSettings } from './domain/field-values.js';
export { type UnknownShare, unmeasuredShares } from './domain/unknown-shares.js';
export { sampleRecords } from './persistence/sample-records.js';
export { RecordSamplesModule } from './record-samples.module.js';
export { MeasureUnknowns, type MeasuredRule } from './use-cases/measure-unknowns.js';
export { RecentRecords } from './use-cases/recent-records.js';
