import { readFileSync } from 'node:fs';
import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { documentedErrors, documentedItemErrors } from './api-errors.js';
import { errorCodes, type ErrorCode } from './error-codes.js';
import { errorHelp } from './error-help.js';

export interface ErrorRecord {
  readonly code: ErrorCode;
  /** The usual status. A route that uses another documents it in its description. */
  readonly http: number;
  readonly title: string;
  readonly description: string;
  /** Routes that return the code, such as `POST /entities`. Empty if no route does yet. */
  readonly routes: readonly string[];
}

export const codesInOrder = Object.keys(errorCodes) as readonly ErrorCode[];

const catalogueFile = new URL('../../../../generated/errors.json', import.meta.url);

/** All error codes with the routes that return them. Read from the generated API description, since generating it takes a second. */
@Injectable()
export class ErrorCatalogue {
  private readonly records = new Map(
    (JSON.parse(readFileSync(catalogueFile, 'utf8')) as readonly ErrorRecord[]).map((each) => [each.code, each]),
  );

  all(): ReadonlyMap<string, ErrorRecord> {
    return this.records;
  }
}

function errorRecords(document: OpenAPIObject): readonly ErrorRecord[] {
  const named = namedErrors(document);
  return codesInOrder.map((code) => {
    const { status, title } = errorCodes[code];
    const routes = named.filter((error) => error.code === code).map(({ route }) => route);
    return { code, http: status, title, description: errorHelp[code], routes };
  });
}

/** Returns the catalogue as JSON, the content of `errors.json`. */
export const errorsJson = (document: OpenAPIObject): string => `${JSON.stringify(errorRecords(document), null, 2)}\n`;

/** Removes duplicates: a code may apply to the entire response and to a part. */
const codesOf = (operation: Record<string, unknown>): readonly string[] => [
  ...new Set([documentedErrors, documentedItemErrors].flatMap((name) => (operation[name] ?? []) as readonly string[])),
];

function namedErrors({ paths }: OpenAPIObject): readonly { readonly code: string; readonly route: string }[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations as Record<string, Record<string, unknown>>).flatMap(([method, operation]) =>
      codesOf(operation).map((code) => ({
        code,
        route: `${method.toUpperCase()} ${path}`,
      })),
    ),
  );
}

/** Returns the catalogue as Markdown, the content of `ERRORS.md`. Every code has its own heading, so that it can be linked to. */
export function errorsPage(document: OpenAPIObject): string {
  const sections = errorRecords(document).map(({ code, http, title, description, routes }) => {
    const everywhere =
      routes.length > 25
        ? `Routes: ${routes.length} of them.`
        : `Routes: ${routes.map((route) => `\`${route}\``).join(', ')}.`;
    return `## ${code}\n\n${http} · ${title}. ${description}\n\n${routes.length === 0 ? 'No route returns it yet.' : everywhere}\n`;
  });
  return `${introduction}\n${sections.join('\n')}`;
}

const introduction = `# Errors

Every answer that is an error names its code, a message in English and the \`requestId\` that also stands in the header
\`X-Request-Id\`; \`type\`, \`title\`, \`status\`, \`detail\` and \`instance\` are those of RFC 9457. The code stands in one of three
shapes: \`{success: false, error: {code, message, details?}}\`, on entity routes \`{error: <message>, code, details?}\`, and
\`{error: {code, message}}\` where a key is refused. \`details\` is keyed by the path of the field: \`entityData.person.dateOfBirth\`.
A running server tells the same at \`GET /errors\` and \`GET /errors/<CODE>\`. This page is generated.
`;
