export { CasesModule } from './cases.module.js';
export type { StoredCase } from './domain/stored-case.js';
export { lockRaisedCase } from './persistence/case-columns.js';
export { ChangeCase } from './use-cases/change-case.js';
export { casePermissions } from './use-cases/release-cases.js';
export { raiseCase } from './use-cases/raise-case.js';
export { type LabelColumn, type Findings, readFindings } from './persistence/findings.js';
export { searchCases } from './persistence/search-cases.js';
