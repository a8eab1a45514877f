/** A value that JSON can represent. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | { readonly [key: string]: JsonValue };

/** Returns whether a field of an object is left out of its text. */
export type OmitMember = (key: string, owner: object) => boolean;

const omitNone: OmitMember = () => false;

/** Returns canonical JSON (RFC 8785): keys are sorted by UTF-16 code units, without white space. Equal values give equal text. */
export function canonicalJson(value: JsonValue, leavesOut = omitNone): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value))
    return `[${(value as readonly JsonValue[]).map((item) => canonicalJson(item, leavesOut)).join(',')}]`;
  const record = value as { readonly [key: string]: JsonValue };
  const members = Object.keys(record)
    .filter((key) => !leavesOut(key, record))
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(record[key] as JsonValue, leavesOut)}`);
  return `{${members.join(',')}}`;
}

/** Returns whether a value is an object with fields: neither `null` nor a list. */
export function isObject(value: JsonValue | undefined): value is { readonly [member: string]: JsonValue };
export function isObject(value: unknown): value is Readonly<Record<string, unknown>>;
export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
