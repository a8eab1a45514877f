export { RuleMonitoringModule } from './rule-monitoring.module.js';
