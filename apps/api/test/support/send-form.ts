import type { TestResponse, Call, TestApi } from './start-test-api.js';

export type FormFile = readonly [name: string, content: string | Uint8Array];

/** Sends a form as a client does: files first, followed by fields. */
export async function sendForm(
  api: Pick<TestApi, 'call'>,
  path: string,
  files: readonly FormFile[],
  fields: Readonly<Record<string, string>> = {},
  more: Pick<Call, 'headers' | 'key'> = {},
): Promise<TestResponse> {
  const form = await formCall(files, fields);
  return api.call(path, { ...more, ...form, headers: { ...form.headers, ...more.headers } });
}

/** Returns the body of a form, and the headers that it needs. */
export async function formCall(
  files: readonly FormFile[],
  fields: Readonly<Record<string, string>> = {},
): Promise<Required<Pick<Call, 'body' | 'headers'>>> {
  const form = new FormData();
  for (const [name, content] of files) form.append('file', new Blob([content]), name);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const response = new Response(form);
  return {
    body: new Uint8Array(await response.arrayBuffer()),
    headers: { 'content-type': response.headers.get('content-type')! },
  };
}
