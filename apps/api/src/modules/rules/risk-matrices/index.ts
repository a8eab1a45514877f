export { RiskMatricesModule } from './risk-matrices.module.js';
