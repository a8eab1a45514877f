import { randomUUID } from 'node:crypto';
import { request } from 'node:http';

export interface Upload {
  readonly port: number;
  readonly key: string;
  readonly path: string;
  readonly name: string;
  readonly content: Buffer;
  /** Number of copies in one form, or `body` to send the file as the request body. Default: 1. */
  readonly copies?: number | 'body';
  readonly fields?: Readonly<Record<string, string>>;
  /** Time after which the upload is aborted. */
  readonly seconds: number;
}

export interface UploadResponse {
  /** 0 if there was no response. */
  readonly status: number;
  /** Body of the response, or why there was none. */
  readonly text: string;
  readonly seconds: number;
}

interface Body {
  readonly type: string;
  readonly body: Buffer;
}

function formOf({ name, content, fields = {} }: Upload, copies: number): Body {
  const boundary = randomUUID();
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const files = Array.from({ length: copies }, () => [Buffer.from(head), content, Buffer.from('\r\n')]).flat();
  const body = Buffer.concat([Buffer.from(parts.join('')), ...files, Buffer.from(`--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

/** Sends a form with a file, or a JSON body. Never rejects. */
export function upload(sent: Upload): Promise<UploadResponse> {
  const { port, key, path, content, copies = 1, seconds } = sent;
  const { type, body } = copies === 'body' ? { type: 'application/json', body: content } : formOf(sent, copies);
  const headers = { authorization: `Bearer ${key}`, 'content-type': type, 'content-length': body.length };
  const start = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, text: string): void =>
      resolve({ status, text, seconds: Math.round(performance.now() - start) / 1_000 });
    const signal = AbortSignal.timeout(seconds * 1_000);
    const asked = request({ host: '127.0.0.1', port, path, method: 'POST', headers, signal }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.once('end', () => end(answer.statusCode ?? 0, text));
      answer.once('error', (error) => end(0, String(error)));
    });
    asked.once('error', (error) => end(0, signal.aborted ? `no answer within ${seconds} s` : String(error)));
    asked.end(body);
  });
}
