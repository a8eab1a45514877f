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
