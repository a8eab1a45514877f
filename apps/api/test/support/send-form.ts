import type { TestResponse, Call, TestApi } from './start-test-api.js';

export type FormFile = readonly [name: string, content: string | Uint8Array];

/** A form as a client sends it: its files, and fields behind them. */
export async function sendForm(
  api: TestApi,
  path: string,
  files: readonly FormFile[],
  fields: Readonly<Record<string, string>> = {},
  more: Pick<Call, 'headers' | 'key'> = {},
): Promise<TestResponse> {
  const form = new FormData();
  for (const [name, content] of files) form.append('file', new Blob([content]), name);
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const response = new Response(form);
  const body = new Uint8Array(await response.arrayBuffer());
  const type = response.headers.get('content-type')!;
  return api.call(path, { ...more, body, headers: { 'content-type': type, ...more.headers } });
}
