import { stringEnd } from './string-end.js';

/**
 * The text of a member of the top-level object exactly as it was sent (spelling of numbers, key order), or undefined when there
 * is none. `json` must be valid: bodies that reached a controller are.
 */
export function memberText(json: string, member: string): string | undefined {
  let depth = 0;
  let keyMatches = false;
  let valueStart = -1;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json[at]!;
    if (unit === '"') {
      const end = stringEnd(json, at);
      if (depth === 1 && valueStart === -1) keyMatches = JSON.parse(json.slice(at, end)) === member;
      at = end - 1;
    } else if (unit === '{' || unit === '[') depth += 1;
    else if (unit === ':' && depth === 1) valueStart = at + 1;
    else if ((unit === ',' && depth === 1) || unit === '}' || unit === ']') {
      const ends = depth === 1;
      if (unit !== ',') depth -= 1;
      if (!ends) continue;
      if (keyMatches && valueStart !== -1) return json.slice(valueStart, at).trim();
      valueStart = -1;
    }
  }
  return undefined;
}
