/** Texts, comments and braces: everything that contains a brace or is one. */
const parts = /"""[\s\S]*?(?:"""|$)|"(?:\\.|[^"\\\n])*"?|\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|[{}]/g;

/** Returns the offset where the rule in a text ends, before its brace, or `null` if there is no rule or it is incomplete. */
function endOfRule(source: string): number | null {
  let depth = 0;
  let isRule = false;
  let from = 0;
  for (const { 0: part, index } of source.matchAll(parts)) {
    if (depth === 0) isRule ||= /(^|\s)rule\s+\w+/.test(source.slice(from, index));
    from = index + part.length;
    if (part === '{') depth += 1;
    if (part !== '}') continue;
    depth -= 1;
    if (depth === 0 && isRule) return index;
  }
  return null;
}

/** Returns the text with a test at the end of its rule, or `null` if the text has no rule to hold it. */
export function withTest(source: string, test: string): string | null {
  const end = endOfRule(source);
  if (end === null) return null;
  const indented = test.trim().replace(/^(?=.)/gm, '  ');
  return `${source.slice(0, end).trimEnd()}\n\n${indented}\n${source.slice(end)}`;
}
