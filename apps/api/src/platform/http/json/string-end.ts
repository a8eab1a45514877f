/** The place behind the closing quote of the JSON string that opens at `start`; -1 when it is not closed. */
export function stringEnd(text: string, start: number): number {
  let at = start + 1;
  for (;;) {
    const close = text.indexOf('"', at);
    if (close === -1) return -1;
    let backslashes = 0;
    while (text.charCodeAt(close - 1 - backslashes) === 0x5c) backslashes += 1;
    if (backslashes % 2 === 0) return close + 1;
    at = close + 1;
  }
}

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
