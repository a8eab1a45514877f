export { type DryRunEvidence, findEvidence, markEvidence } from './persistence/dry-run-evidence.js';
