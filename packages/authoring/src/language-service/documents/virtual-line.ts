/**
 * Trees of declarations are kept while the text around them moves. Their positions therefore encode which declaration they are in and how
 * far below its first line: `line = id * linesPerDeclaration + line in the declaration`. They are converted to real positions when shown.
 * Ids start at 1: 0 is the declaration that is being checked, whose lines count from its first line.
 */
const linesPerDeclaration = 2 ** 20;

export const firstVirtualLine = (declarationId: number): number => declarationId * linesPerDeclaration;

export interface VirtualLine {
  readonly declarationId: number;
  readonly line: number;
}

export const readVirtualLine = (line: number): VirtualLine => ({
  declarationId: Math.floor(line / linesPerDeclaration),
  line: line % linesPerDeclaration,
});

const isPosition = (value: object): value is { line: number; character: number } =>
  'line' in value && 'character' in value && typeof value.line === 'number';

/** Returns a copy of a tree, a diagnostic or other plain data, whose lines are `base` further down. */
export function shiftLines<T>(value: T, base: number): T {
  if (Array.isArray(value)) return value.map((item: unknown) => shiftLines(item, base)) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (isPosition(value)) return { line: value.line + base, character: value.character } as T;
  const copy: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) copy[key] = shiftLines(part, base);
  return copy as T;
}
