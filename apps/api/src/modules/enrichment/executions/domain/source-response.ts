import { isObject } from '@tamis/stdx';

const charsetPattern = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/** Returns the text of a response in the charset of its `content-type`, otherwise UTF-8; `null` if the bytes are not valid text in it. */
export function decodeBody(body: Buffer, contentType: string | undefined): string | null {
  const [, charset = 'utf-8'] = charsetPattern.exec(contentType ?? '') ?? [];
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

/** Returns whether a value is nested deeper than this many levels. Works level by level, so no nesting is too deep for it. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap(membersOf);
    if (level.length === 0) return false;
  }
  return true;
}

function membersOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}
