/** Why a JSON text was refused, and where: `offset` counts UTF-16 units from 0, `line` and `column` from 1. */
export interface JsonProblem {
  readonly message: string;
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

export function jsonProblem(text: string, offset: number, message: string): JsonProblem {
  const before = text.slice(0, offset);
  const line = before.split('\n').length;
  return { message, offset, line, column: offset - before.lastIndexOf('\n') };
}
