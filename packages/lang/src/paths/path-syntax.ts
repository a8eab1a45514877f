const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;

export const isIdentifier = (step: string): boolean => identifier.test(step);

/** Returns a path as text: `metadata["KYC tier"].level`. Keys that are not identifiers are quoted as JSON text in brackets. */
export function formatPath(steps: readonly string[]): string {
  return steps
    .map((step, index) => (isIdentifier(step) ? `${index === 0 ? '' : '.'}${step}` : `[${JSON.stringify(step)}]`))
    .join('');
}

// A name or a quoted key. The quoted form is parsed by JSON.parse, so its escapes are those of JSON.
const nextStep = /\.?([A-Za-z_][A-Za-z0-9_]*)|\["((?:[^"\\]|\\.)*)"\]/y;

/** Parses the output of `formatPath`. Returns `null` if the text is not a path (`a..b`, `a[0]`, `a[]`, the empty text). */
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
