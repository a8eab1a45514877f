import { randomUUID } from 'node:crypto';
import { request } from 'node:http';

export interface Upload {
  readonly port: number;
  readonly key: string;
  readonly path: string;
  readonly name: string;
  readonly content: Buffer;
  readonly fields?: Readonly<Record<string, string>>;
  /** After so many it is given up. */
  readonly seconds: number;
}

export interface UploadAnswer {
  /** 0: there was none. */
  readonly status: number;
  /** What was answered, or why nothing was. */
  readonly text: string;
  readonly seconds: number;
}

/** Sends a form with one file, and never rejects. */
export function upload({ port, key, path, name, content, fields = {}, seconds }: Upload): Promise<UploadAnswer> {
  const boundary = randomUUID();
  const parts = Object.entries(fields).map(
    ([field, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  const head = `${parts.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), content, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': `multipart/form-data; boundary=${boundary}`,
    'content-length': body.length,
  };
  const start = performance.now();
  return new Promise((resolve) => {
    const end = (status: number, text: string): void =>
      resolve({ status, text, seconds: Math.round(performance.now() - start) / 1_000 });
    const signal = AbortSignal.timeout(seconds * 1_000);
    const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers, signal }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.once('end', () => end(answer.statusCode ?? 0, text));
      answer.once('error', (error) => end(0, String(error)));
    });
    sent.once('error', (error) => end(0, signal.aborted ? `no answer within ${seconds} s` : String(error)));
    sent.end(body);
  });
}
