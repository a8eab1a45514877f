import { limits } from '../../../../platform/limits.js';

export type Headers = Readonly<Record<string, string>>;

/** Headers that every delivery has, or that belong to the connection. */
const reservedHeaders: ReadonlySet<string> = new Set([
  ...['host', 'connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade', 'expect', 'cookie'],
  ...['user-agent', 'http2-settings'],
]);
const reservedPatterns = /^(?:webhook-|x-webhook-|content-|proxy-)|authorization/;

const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Printable ASCII on one line, without a space at either end. */
const printable = /^[!-~](?:[ -~]*[!-~])?$/;

const maskDots = '\u2022\u2022\u2022\u2022';
const visibleCharacters = 4;
const minVisibleLength = 12;

/** Returns a masked header value for responses. A real value cannot contain its dots. */
const maskValue = (value: string): string =>
  maskDots + (value.length < minVisibleLength ? '' : value.slice(-visibleCharacters));

/** Returns headers as responses and the audit trail show them, since values may be credentials. */
export const maskHeaders = (headers: Headers): Headers =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, maskValue(value)]));

/** Returns the submitted headers, with masked values replaced by the stored ones. */
export const unmaskHeaders = (sent: Headers, stored: Headers): Headers =>
  Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const kept = Object.hasOwn(stored, name) ? stored[name]! : undefined;
      return [name, kept !== undefined && value === maskValue(kept) ? kept : value];
    }),
  );

/** Returns the problems with headers, by path; `null` if there are none. */
export function headerProblems(headers: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> | null {
  const entries = Object.entries(headers);
  if (entries.length > limits.webhookHeaders) return { headers: `must have at most ${limits.webhookHeaders} headers` };
  const seen = new Set<string>();
  const wrong = entries.flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    const problem = seen.has(lower) ? 'occurs twice: header names are case-insensitive' : headerProblem(lower, value);
    seen.add(lower);
    return problem === null ? [] : [[`headers.${name}`, problem]];
  });
  return wrong.length === 0 ? null : (Object.fromEntries(wrong) as Record<string, string>);
}

function headerProblem(name: string, value: unknown): string | null {
  if (!token.test(name) || name.length > limits.webhookHeaderNameCharacters)
    return `must be the name of a header, of at most ${limits.webhookHeaderNameCharacters} letters, digits and hyphens`;
  if (reservedHeaders.has(name) || reservedPatterns.test(name))
    return 'is set by each delivery, belongs to the connection or authenticates; choose another name, such as X-Api-Key';
  if (typeof value !== 'string' || value.length > limits.webhookHeaderValueCharacters || !printable.test(value))
    return `must be text of 1 to ${limits.webhookHeaderValueCharacters} printable ASCII characters on one line`;
  return null;
}
