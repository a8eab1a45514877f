import type { Effect } from '../outcome/effect.js';

/** An automation is run once per run: by the first rule that wants it. */
export function skipRepeated(effects: readonly Effect[]): readonly Effect[] {
  if (!effects.some(({ kind }) => kind === 'runAutomation')) return effects;
  const started = new Set<string>();
  return effects.map((effect) => {
    if (effect.kind !== 'runAutomation' || effect.mode === 'shadow' || effect.skipped !== null) return effect;
    if (started.has(effect.automationId)) return { ...effect, skipped: 'duplicate' };
    started.add(effect.automationId);
    return effect;
  });
}
