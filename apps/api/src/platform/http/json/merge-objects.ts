import { objectMembers } from './object-members.js';

/** How members that both objects have are put together: `shallow` takes the later one, `deep` merges two objects likewise. */
export type MergeDepth = 'shallow' | 'deep';

/**
 * The text of an object with the members of another put over it. What is not replaced keeps its place and its spelling; new members
 * follow in their own order. Both texts must be valid objects without a key that stands twice.
 */
export function mergeObjects(json: string, over: string, depth: MergeDepth): string {
  const merged = new Map<string, { readonly key: string; readonly value: string }>();
  for (const member of objectMembers(json)) merged.set(member.name, member);
  for (const { key, name, value } of objectMembers(over)) {
    const before = merged.get(name);
    const isMerged = depth === 'deep' && before?.value.startsWith('{') && value.startsWith('{');
    const next = isMerged ? mergeObjects(before!.value, value, depth) : value;
    merged.set(name, { key: before?.key ?? key, value: next });
  }
  return `{${Array.from(merged.values(), ({ key, value }) => `${key}:${value}`).join(',')}}`;
}
