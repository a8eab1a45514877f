export { MaterializeModule } from './materialize.module.js';
export type { ChildEnrichments, RunOptions } from './domain/materialize-run.js';
export { strategyOf } from './domain/strategies.js';
export { ChildEnrichmentsBody } from './dto/materialize.bodies.js';
export { CreationFailureDto, FailedEnrichmentDetailDto } from './dto/materialize.dto.js';
export { BeginMaterialize } from './use-cases/begin-materialize.js';
export { type AwaitedRun, WaitForRun } from './use-cases/wait-for-run.js';
