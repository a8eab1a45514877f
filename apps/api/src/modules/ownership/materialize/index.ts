export { MaterializeModule } from './materialize.module.js';
export type { ChildEnrichments, CreationFailure, RunOptions } from './domain/materialize-run.js';
export { materializeLimits } from './domain/materialize-limits.js';
export { strategyOf } from './domain/strategies.js';
export { ChildEnrichmentsBody } from './dto/materialize.bodies.js';
export { CreationFailureDto, FailedEnrichmentDetailDto } from './dto/materialize.dto.js';
export { BeginMaterialize } from './use-cases/begin-materialize.js';
export { type AwaitedRun, WaitForRun } from './use-cases/wait-for-run.js';
