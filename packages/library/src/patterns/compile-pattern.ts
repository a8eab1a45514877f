import { RE2JS } from 're2js';

/** A compiled pattern. */
export interface PatternTest {
  /** Instructions of it, of which each may be carried out at every character. */
  readonly size: number;
  /** Is it found anywhere in a text? */
  readonly test: (text: string) => boolean;
}

/** A pattern in the RE2 dialect. Throws what the dialect cannot read: patterns are checked before they are compiled. */
function compilePattern(pattern: string, ignoreCase: boolean): PatternTest {
  const compiled = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0);
  return { size: compiled.programSize(), test: (text) => compiled.test(text) };
}

/** Instructions of the compiled pattern; throws as above. */
export const patternSize = (pattern: string): number => RE2JS.compile(pattern).programSize();

const maxCachedPatterns = 500;
const patternCache = new Map<string, PatternTest | null>();

/** The same, kept for the next use; null when the pattern cannot be compiled. */
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
