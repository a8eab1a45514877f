/** Replaces [start, end) of a text; offsets count UTF-16 code units. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** Applies edits, which may touch but not overlap; edits at the same offset are applied in their order. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  let at = 0;
  let result = '';
  for (const { start, end, newText } of sorted) {
    result += text.slice(at, start) + newText;
    at = Math.max(at, end);
  }
  return result + text.slice(at);
}
