import { platformNames } from '@tamis/engine';
import type { Target } from '@tamis/lang';
import { platformTriggers } from '@tamis/library';

/** Every name the platform has for a trigger. */
export const evaluationTriggers: readonly string[] = [
  ...new Set(Object.values(platformTriggers).flatMap((words) => Object.values(words))),
];

/** The platform's name of a trigger: `entity_created` for `created` of a person. */
export function platformTrigger(target: Target, word: string): string {
  const name = platformNames[target][word];
  if (name === undefined) throw new Error(`${target} has no trigger \`${word}\``);
  return name;
}

/** The word in rules behind the platform's name. */
export function triggerWord(target: Target, name: string): string {
  const found = Object.entries(platformNames[target]).find(([, platform]) => platform === name);
  if (!found) throw new Error(`${target} has no trigger named \`${name}\``);
  return found[0];
}
