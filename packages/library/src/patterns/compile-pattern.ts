import { RE2JS } from 're2js';

/** A compiled pattern. */
export interface PatternTest {
  /** Number of its instructions, each of which may be executed at every character. */
  readonly size: number;
  /** Whether the pattern is found anywhere in a text. */
  readonly test: (text: string) => boolean;
}

/** Compiles a pattern in the RE2 dialect. Throws if the pattern is not valid in it. Patterns are checked before they are compiled. */
function compilePattern(pattern: string, ignoreCase: boolean): PatternTest {
  const compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  return { size: compiled.programSize(), test: (text) => compiled.test(text) };
}

/** Returns the number of instructions of the compiled pattern. Throws like `compilePattern`. */
export const patternSize = (pattern: string): number => RE2JS.compile(pattern).programSize();

const maxCachedPatterns = 500;
const patternCache = new Map<string, PatternTest | null>();

/** Returns the compiled pattern from a cache. `null` if it cannot be compiled. */
export function keptPattern(pattern: string, ignoreCase: boolean): PatternTest | null {
  const key = `${ignoreCase ? 'i' : 'c'}${pattern}`;
  const known = patternCache.get(key);
  if (known !== undefined) return known;
  let test: PatternTest | null;
  try {
    test = compilePattern(pattern, ignoreCase);
  } catch {
    test = null;
  }
  if (patternCache.size >= maxCachedPatterns) patternCache.clear();
  patternCache.set(key, test);
  return test;
}
