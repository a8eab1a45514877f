/** A parameter that a text declares. */
export interface DeclaredParam {
  readonly name: string;
  /** As it is written. */
  readonly value: string;
  /** Only within a declared range values can be tried in steps. */
  readonly hasRange: boolean;
}

const declaration =
  /^([ \t]*param[ \t]+(\w+)(?:[ \t]*:[ \t]*\w+)?[ \t]*=[ \t]*)(.*?)([ \t]+between\b.*|[ \t]*(?:\/\/.*)?)$/gm;

export const paramsOf = (source: string): readonly DeclaredParam[] =>
  [...source.matchAll(declaration)].map(([, , name = '', value = '', rest = '']) => ({
    name,
    value: value.trim(),
    hasRange: /^\s*between\b/.test(rest),
  }));

/** The text with another value of a parameter; null: it declares none of that name. */
export function withValue(source: string, param: string, value: string): string | null {
  if (!paramsOf(source).some(({ name }) => name === param)) return null;
  return source.replace(declaration, (whole, head: string, name: string, _value: string, rest: string) =>
    name === param ? `${head}${value}${rest}` : whole,
  );
}

/** A value of the JSON form as rules write it: `250 USD`, `88%`, `24h`. */
export function ruleText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value : String(value);
  const [[tag, inner] = ['', undefined]] = Object.entries(value);
  return tag === '$percent' ? `${String(inner)}%` : String(inner);
}

/** What the address of the parameters says. */
export interface ParametersSearch {
  /** The parameter that is looked at. */
  readonly name?: string;
  /** A value to begin with, as rules write it. */
  readonly value?: string;
}

const mostCharacters = 200;

export function readParametersSearch(given: Readonly<Record<string, unknown>>): ParametersSearch {
  const textOf = (name: string): object => {
    const each = given[name];
    // Addresses make numbers of what looks like one.
    const text = typeof each === 'number' ? String(each) : each;
    return typeof text === 'string' && text !== '' && text.length <= mostCharacters ? { [name]: text } : {};
  };
  return { ...textOf('name'), ...textOf('value') };
}
