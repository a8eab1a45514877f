import type { IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { Readable } from 'node:stream';

import { Busboy, type BusboyConfig, type BusboyInstance } from '@fastify/busboy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import { limits } from '../limits.js';
import { ApiError, invalid } from './errors/api-error.js';
import { type FileLimits, routeSettingsOf } from './route-settings.js';
import { UploadedFile } from './uploaded-file.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Files sent under the name `file`, in order. They are closed with the response. */
    files?: readonly UploadedFile[];
  }
}

/** Enables forms on routes that accept files: the fields are the body, and the files are in `request.files`. Other routes reject forms. */
export function registerFormBodyParser(server: FastifyInstance): void {
  server.addHook('onRequest', closeFilesWithResponse);
  server.addContentTypeParser('multipart/form-data', async (request: FastifyRequest, body: IncomingMessage) => {
    const { files: most } = routeSettingsOf(request);
    if (!most)
      throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must be sent with `Content-Type: application/json`');
    const form = new FormReader(most);
    request.files = form.files;
    const fields = await form.read(request, body);
    // The same fields and files make the same request, regardless of what is between them in the form.
    request.rawBody = JSON.stringify([fields, form.files.map(({ name, digest }) => [name, digest])]);
    return fields;
  });
}

/** Closes the files also if the client disconnected before a file was complete. */
function closeFilesWithResponse(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  if (routeSettingsOf(request).files)
    reply.raw.once('close', () => {
      for (const file of request.files ?? []) file.close();
    });
  done();
}

class FormReader {
  readonly files: UploadedFile[] = [];
  private readonly fields = new Map<string, string>();
  private readonly written: Promise<void>[] = [];
  private bytes = 0;

  constructor(private readonly fileLimits: FileLimits) {}

  /** Reads the form as it arrives, and stops at the first error. */
  async read(request: FastifyRequest, body: Readable): Promise<Readonly<Record<string, string>>> {
    const parser = this.parser(request);
    // The awaited promise reports only the first error. Any further error without a listener would end the process.
    parser.on('error', () => undefined);
    const count = (chunk: Buffer): void => {
      this.bytes += chunk.length;
      if (this.bytes > this.fileLimits.allBytes)
        parser.destroy(new ApiError('PAYLOAD_TOO_LARGE', 'The body is too large'));
    };
    body.on('data', count);
    body.once('error', (error) => parser.destroy(error));
    body.once('close', () => {
      if (!body.readableEnded) parser.destroy(invalid({ body: 'ends too early' }));
    });
    body.pipe(parser);
    try {
      await once(parser, 'finish');
      await Promise.all(this.written);
    } catch (error) {
      body.unpipe(parser);
      body.resume();
      throw error instanceof ApiError ? error : invalid({ body: `is not a valid form: ${(error as Error).message}` });
    }
    return Object.fromEntries(this.fields);
  }

  private parser({ headers }: FastifyRequest): BusboyInstance {
    const parser = newParser({
      headers: headers as BusboyConfig['headers'],
      limits: {
        fields: limits.formFields,
        fieldSize: limits.formFieldBytes,
        files: this.fileLimits.count,
        fileSize: this.fileLimits.bytes,
        headerPairs: 20,
      },
    });
    const refuse = (error: ApiError): void => void parser.destroy(error);
    parser.on('field', (name, value, _nameTruncated, isTruncated) => {
      if (isTruncated) return refuse(invalid({ [name]: `must have at most ${limits.formFieldBytes} bytes` }));
      if (name.includes('\0') || value.includes('\0'))
        return refuse(invalid({ body: 'contains the character U+0000' }));
      if (name === '__proto__' || this.fields.has(name)) return refuse(invalid({ [name]: 'occurs twice' }));
      this.fields.set(name, value);
    });
    parser.on('file', (field, stream, name: string | undefined) => {
      const problem = nameProblem(field, name);
      if (problem) return refuse(problem);
      const file = openFile(name!);
      if (file instanceof ApiError) return refuse(file);
      this.files.push(file);
      stream.on('limit', () => refuse(tooLarge(name!, this.fileLimits)));
      parser.once('close', () => stream.destroy());
      const written = file.fill(stream);
      // A failed write to disk aborts the form. The parser reports all other errors itself.
      written.catch((error: unknown) => error instanceof ApiError && parser.destroy(error));
      this.written.push(written);
    });
    parser.on('filesLimit', () => refuse(tooMany(this.fileLimits)));
    parser.on('fieldsLimit', () => refuse(invalid({ body: `must have at most ${limits.formFields} fields` })));
    return parser;
  }
}

/** Returns the error, because an exception thrown in the parser's file event would not reach the reader of the form. */
function openFile(name: string): UploadedFile | ApiError {
  try {
    return UploadedFile.open(name);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

/** Creates a parser. Throws if the content type has no boundary. */
function newParser(config: BusboyConfig): BusboyInstance {
  try {
    return new Busboy(config);
  } catch (error) {
    throw invalid({ body: `is not a valid form: ${(error as Error).message}` });
  }
}

function nameProblem(field: string, name: string | undefined): ApiError | null {
  if (field !== 'file') return invalid({ [field]: 'is not a file field of this form; send files as `file`' });
  if (name === undefined || name === '' || name.includes('\0') || name.length > limits.fileNameCharacters)
    return invalid({ file: `must have a name of at most ${limits.fileNameCharacters} characters` });
  return null;
}

const tooLarge = (name: string, { bytes }: FileLimits): ApiError =>
  new ApiError('FILE_TOO_LARGE', `The file is too large: at most ${bytes} bytes`, { file: `${name} is larger` });

const tooMany = ({ count }: FileLimits): ApiError =>
  new ApiError('TOO_MANY_FILES', `At most ${count} files can be sent at once`, { file: `at most ${count}` });
