import { stringEnd } from './scan-json.js';

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const opensArray = 0x5b;
const closesArray = 0x5d;
const opensObject = 0x7b;
const closesObject = 0x7d;

/** A member of an object as its text: the key with its quotes, and what it means; the value without white space around it. */
export interface MemberText {
  readonly key: string;
  readonly name: string;
  readonly value: string;
}

/** The members of an object in order, exactly as they are spelled. `json` must be the valid text of an object. */
export function* objectMembers(json: string): Generator<MemberText> {
  let depth = 0;
  let key = '';
  let valueStart = -1;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === quote) {
      const end = stringEnd(json, at);
      if (depth === 1 && valueStart === -1) key = json.slice(at, end);
      at = end - 1;
    } else if (unit === opensObject || unit === opensArray) depth += 1;
    else if (unit === colon && depth === 1) valueStart = at + 1;
    else if ((unit === comma && depth === 1) || unit === closesObject || unit === closesArray) {
      const ends = depth === 1;
      if (unit !== comma) depth -= 1;
      if (!ends) continue;
      if (valueStart !== -1) yield { key, name: nameOf(key), value: json.slice(valueStart, at).trim() };
      valueStart = -1;
    }
  }
}

/** The same key can be spelled with and without escapes. */
const nameOf = (key: string): string => (key.includes('\\') ? (JSON.parse(key) as string) : key.slice(1, -1));

/**
 * The text of a member of the top-level object exactly as it was sent (spelling of numbers, key order), or undefined when there
 * is none. `json` must be valid: bodies that reached a controller are.
 */
export function memberText(json: string, member: string): string | undefined {
  for (const { name, value } of objectMembers(json)) if (name === member) return value;
  return undefined;
}

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
