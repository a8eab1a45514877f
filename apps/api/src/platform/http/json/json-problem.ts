/** Why a JSON text was refused, and where: `offset` counts UTF-16 units from 0, `line` and `column` from 1. */
export interface JsonProblem {
  readonly message: string;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

export function jsonProblem(text: string, offset: number, message: string): JsonProblem {
  let [line, lineStart] = [1, 0];
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', lineStart)) {
    line += 1;
    lineStart = at + 1;
  }
  return { message, offset, line, column: offset - lineStart + 1 };
}
