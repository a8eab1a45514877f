import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../limits.js';
import { ApiError } from './errors/api-error.js';
import { jsonProblem, type JsonProblem, scanJson } from './json/scan-json.js';
import { routeSettingsOf } from './route-settings.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as sent. */
    rawBody?: string;
    /** Digest of a body that is not in memory. Equal for equal bodies. */
    bodyDigest?: string;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Makes JSON the only accepted body format, and ensures that values are never changed silently. */
export function registerJsonBodyParser(server: FastifyInstance): void {
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      // Many clients send a content type with a DELETE that has no body.
      const isAbsent = body.length === 0 && request.method === 'DELETE';
      done(null, isAbsent ? undefined : parseBody(request, body as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

function parseBody(request: FastifyRequest, body: Buffer): unknown {
  checkEncoding(request);
  const text = decode(body);
  if (text.trim() === '') throw unreadableBody({ message: 'the body is empty', offset: 0, line: 1, column: 1 });
  const { exactMembers, bodyBytes = limits.bodyBytes } = routeSettingsOf(request);
  const problem = scanJson(text, {
    maxValues: Math.floor(bodyBytes / limits.jsonBytesPerValue),
    ...(exactMembers && { exactMembers }),
  });
  if (problem) throw unreadableBody(problem);
  request.rawBody = text;
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw unreadableBody(syntaxProblem(text, error as SyntaxError));
  }
}

/** Rejects bodies that declare an encoding other than UTF-8. */
function checkEncoding({ headers }: FastifyRequest): void {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  const encoding = headers['content-encoding'] ?? 'identity';
  if (/^(utf-?8|us-ascii)$/i.test(charset) && encoding.toLowerCase() === 'identity') return;
  throw new ApiError('UNSUPPORTED_MEDIA_TYPE', 'The body must be sent as uncompressed UTF-8');
}

function decode(body: Buffer): string {
  try {
    return utf8.decode(body);
  } catch {
    throw new ApiError('VALIDATION_ERROR', 'The body is not valid UTF-8', { body: 'is not valid UTF-8' });
  }
}

function unreadableBody(problem: JsonProblem): ApiError {
  const place = `line ${problem.line}, column ${problem.column} (offset ${problem.offset})`;
  return new ApiError('VALIDATION_ERROR', `The body cannot be read as JSON: ${problem.message}, at ${place}`, {
    body: `${problem.message}, at ${place}`,
  });
}

function syntaxProblem(text: string, error: SyntaxError): JsonProblem {
  const position = /at position (\d+)/.exec(error.message)?.[1];
  const atEnd = /end of JSON input|Unterminated/.test(error.message);
  const offset = position === undefined ? (atEnd ? text.length : firstUnexpected(text, error)) : Number(position);
  const message = atEnd ? 'the text ends too early' : `unexpected ${quoted(text, offset)}`;
  return jsonProblem(text, offset, message);
}

/** Some messages contain the token but not its position. In that case, uses the first occurrence of the token in the text. */
function firstUnexpected(text: string, error: SyntaxError): number {
  const token = /Unexpected token '?(.)'?/u.exec(error.message)?.[1];
  const at = token === undefined ? -1 : text.indexOf(token);
  return Math.max(0, at);
}

const quoted = (text: string, offset: number): string =>
  offset < text.length ? `\`${String.fromCodePoint(text.codePointAt(offset)!)}\`` : 'end';
