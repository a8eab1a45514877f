import { compileRuleSet } from '@tamis/engine';
import { needsOverlay, overlayNeeds } from '../overlay/overlay-needs.js';
import type { DryRunRequest } from './dry-run-request.js';

/** Whether some side of a run reads what its own rules change, and is to see it: what is evaluated depends on all that came before. */
export function isOverlaid({ baseline, candidates, options }: DryRunRequest): boolean {
  if (options?.overlay !== true) return false;
  return [...(baseline ? [baseline] : []), ...candidates.map(({ content }) => content)].some((content) => {
    const compiled = compileRuleSet(content);
    return compiled.ok && needsOverlay(overlayNeeds(compiled.value));
  });
}
