import { TamisError } from './tamis-error.js';

/** Returns an object that contains a file as a form. Members are texts and files. `null` if there is no file. */
function formOf(body: object): FormData | null {
  const members = Object.entries(body).flatMap(([name, value]: [string, unknown]) =>
    (Array.isArray(value) && value.some((part) => part instanceof Blob) ? value : [value]).map((part: unknown) => ({
      name,
      part,
    })),
  );
  if (!members.some(({ part }) => part instanceof Blob)) return null;
  const form = new FormData();
  for (const { name, part } of members) {
    if (part instanceof Blob) form.append(name, part);
    else if (part !== undefined && part !== null)
      form.append(name, typeof part === 'string' ? part : JSON.stringify(part));
  }
  return form;
}

/** Serializes the body of a request: a form or a file as it is, an object with files as a form, anything else as JSON. */
export function serializedBody(body: unknown): FormData | Blob | string {
  if (body instanceof FormData || body instanceof Blob) return body;
  return (typeof body === 'object' && body !== null && formOf(body)) || JSON.stringify(body);
}

/** Uses the media type of the file if the caller gives none. */
export function headersOfFile({ type }: Blob, given?: ConstructorParameters<typeof Headers>[0]): Headers {
  const headers = new Headers(given);
  if (!headers.has('content-type')) headers.set('content-type', type || 'application/octet-stream');
  return headers;
}

const mediaTypeOf = ({ headers }: Response): string =>
  (headers.get('content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();

/** Reads a response by its media type. A page, such as that of a proxy, is not a response of the API. */
export async function bodyOf(response: Response): Promise<unknown> {
  const type = mediaTypeOf(response);
  if (type === 'text/csv' || type === 'text/plain') return response.text();
  if (type.startsWith('image/') || type === 'application/pdf') return response.blob();
  const text = await response.text();
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    const message = `the server responded with ${type || 'something'} that is not JSON; use \`parseAs\` to read it unchanged`;
    throw TamisError.fromResponse({ message }, response);
  }
}
