const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;

export const isIdentifier = (step: string): boolean => identifier.test(step);

/** One path as text: `metadata["KYC tier"].level`. Keys that are not identifiers stand quoted, as JSON text, in brackets. */
export function formatPath(steps: readonly string[]): string {
  return steps
    .map((step, index) => (isIdentifier(step) ? `${index === 0 ? '' : '.'}${step}` : `[${JSON.stringify(step)}]`))
    .join('');
}

// A name, or a quoted key. The quoted form is scanned by JSON.parse, so its escapes are those of JSON.
const nextStep = /\.?([A-Za-z_][A-Za-z0-9_]*)|\["((?:[^"\\]|\\.)*)"\]/y;

/** Reads what `formatPath` writes; null when the text is no path (`a..b`, `a[0]`, `a[]`, the empty text). */
export function parsePath(text: string): string[] | null {
  const steps: string[] = [];
  nextStep.lastIndex = 0;
  while (nextStep.lastIndex < text.length) {
    const start = nextStep.lastIndex;
    const match = nextStep.exec(text);
    if (match === null) return null;
    const startsWithDot = text[start] === '.';
    const [, name, quoted] = match;
    if (name !== undefined && startsWithDot === (start === 0)) return null;
    const step = name ?? unquote(quoted ?? '');
    if (step === null) return null;
    steps.push(step);
  }
  return steps.length === 0 ? null : steps;
}

function unquote(inner: string): string | null {
  try {
    return JSON.parse(`"${inner}"`) as string;
  } catch {
    return null;
  }
}
