import { diffIndices } from 'node-diff3';

export interface DiffLine {
  readonly kind: 'same' | 'removed' | 'added' | 'left out';
  readonly text: string;
}

/** Number of equal lines shown around a difference. */
const contextLines = 3;

const linesOf = (text: string): string[] => text.replace(/\n$/, '').split('\n');

/** Compares two texts line by line, and returns the differences with a few lines around them. */
export function textDiff(before: string, after: string): readonly DiffLine[] {
  const [was, is] = [linesOf(before), linesOf(after)];
  const lines: DiffLine[] = [];
  const add = (kind: DiffLine['kind'], texts: readonly string[]): void => {
    for (const text of texts) lines.push({ kind, text });
  };
  let at = 0;
  for (const { buffer1, buffer1Content, buffer2Content } of diffIndices(was, is)) {
    add('same', was.slice(at, buffer1[0]));
    add('removed', buffer1Content);
    add('added', buffer2Content);
    at = buffer1[0] + buffer1[1];
  }
  add('same', was.slice(at));
  return withoutFarLines(lines);
}

function withoutFarLines(lines: readonly DiffLine[]): readonly DiffLine[] {
  const differing = lines.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index]));
  const isNear = (index: number): boolean => differing.some((each) => Math.abs(each - index) <= contextLines);
  return lines.flatMap((line, index): readonly DiffLine[] => {
    if (isNear(index)) return [line];
    return index > 0 && !isNear(index - 1) ? [] : [{ kind: 'left out', text: '' }];
  });
}
