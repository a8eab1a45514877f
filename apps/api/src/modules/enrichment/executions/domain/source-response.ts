import { isObject } from '@tamis/stdx';

const charsetPattern = /;\s*charset\s*=\s*"?([^\s;"]+)/i;

/** The text of a response in the charset that its `content-type` names, or else in UTF-8; null: its bytes are no such text. */
export function decodeBody(body: Buffer, contentType: string | undefined): string | null {
  const [, charset = 'utf-8'] = charsetPattern.exec(contentType ?? '') ?? [];
  try {
    return new TextDecoder(charset, { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

/** Whether a value has members of members beyond so many levels. It looks level by level: no nesting is too deep for it. */
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
