import { objectMembers } from './object-members.js';

/**
 * The text of a member of the top-level object exactly as it was sent (spelling of numbers, key order), or undefined when there
 * is none. `json` must be valid: bodies that reached a controller are.
 */
export function memberText(json: string, member: string): string | undefined {
  for (const { name, value } of objectMembers(json)) if (name === member) return value;
  return undefined;
}
