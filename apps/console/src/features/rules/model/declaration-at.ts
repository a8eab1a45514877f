const start = /^(?:param|const|define|list|matrix|calendar|rule)\b/;

/** Returns the declaration in a text of shared names that contains an offset. */
export function declarationAt(source: string, offset: number): string {
  const lines = source.split('\n');
  const line = source.slice(0, offset).split('\n').length - 1;
  const first = lines.findLastIndex((text, index) => index <= line && start.test(text));
  const next = lines.findIndex((text, index) => index > line && (start.test(text) || text.startsWith('//')));
  return lines
    .slice(Math.max(0, first), next === -1 ? undefined : next)
    .join('\n')
    .trim();
}
