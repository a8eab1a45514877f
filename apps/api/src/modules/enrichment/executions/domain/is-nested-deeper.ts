import { isObject } from '@tamis/stdx';

/** Whether a value has members of members beyond so many levels. It looks level by level: no nesting is too deep for it. */
export function isNestedDeeper(value: unknown, levels: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap((each) => (Array.isArray(each) || isObject(each) ? Object.values(each as object) : []));
    if (level.length === 0) return false;
  }
  return true;
}
