import { stringEnd } from './string-end.js';

/** The elements of an array in order, exactly as they are spelled. `json` must be the valid text of an array. */
export function arrayElements(json: string): readonly string[] {
  const elements: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json[at]!;
    if (unit === '"') at = stringEnd(json, at) - 1;
    else if (unit === '[' || unit === '{') {
      depth += 1;
      if (depth === 1) start = at + 1;
    } else if (unit === ']' || unit === '}' || (unit === ',' && depth === 1)) {
      if (depth === 1) {
        const element = json.slice(start, at).trim();
        if (element !== '') elements.push(element);
        start = at + 1;
      }
      if (unit !== ',') depth -= 1;
    }
  }
  return elements;
}
