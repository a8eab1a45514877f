/** A parameter that a text declares. */
export interface DeclaredParam {
  readonly name: string;
  /** The value as it is written. */
  readonly value: string;
  /** Only values within a declared range can be tried in steps. */
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

/** Returns the text with a different value of a parameter; `null` if it declares no parameter of that name. */
export function withValue(source: string, param: string, value: string): string | null {
  if (!paramsOf(source).some(({ name }) => name === param)) return null;
  return source.replace(declaration, (whole, head: string, name: string, _value: string, rest: string) =>
    name === param ? `${head}${value}${rest}` : whole,
  );
}

/** Returns a value of the JSON form as rules write it: `250 USD`, `88%`, `24h`. */
export function ruleText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value : String(value);
  const [[tag, inner] = ['', undefined]] = Object.entries(value);
  return tag === '$percent' ? `${String(inner)}%` : String(inner);
}

/** The state of the parameters page, as stored in the address. */
export interface ParametersSearch {
  /** The selected parameter. */
  readonly name?: string;
  /** An initial value, as rules write it. */
  readonly value?: string;
}

const mostCharacters = 200;

export function readParametersSearch(given: Readonly<Record<string, unknown>>): ParametersSearch {
  const textOf = (name: string): object => {
    const each = given[name];
    // Addresses convert values that look like numbers to numbers.
    const text = typeof each === 'number' ? String(each) : each;
    return typeof text === 'string' && text !== '' && text.length <= mostCharacters ? { [name]: text } : {};
  };
  return { ...textOf('name'), ...textOf('value') };
}
