export { CasesModule } from './cases.module.js';
export type { StoredCase } from './domain/stored-case.js';
export { type NewCase, openCase, type OpenedCase } from './use-cases/open-case.js';
