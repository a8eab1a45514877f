import { onceAProcess } from '@tamis/testkit';
import { Ajv, type ValidateFunction } from 'ajv';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Schema {
  readonly [keyword: string]: unknown;
}

interface Operation {
  readonly template: RegExp;
  readonly method: string;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

interface Content {
  readonly schema?: Schema;
  readonly examples?: Readonly<Record<string, { readonly $ref?: string }>>;
}

type Members = Readonly<Record<string, unknown>>;

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Pick<Operation, 'responses'>>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly examples: Readonly<Record<string, { readonly value: Members }>>;
  };
}

/** Fixed segments take precedence over parameters, as in the router. */
const operationsOf = ({ paths }: Description): readonly Operation[] =>
  Object.entries(paths)
    .sort(([a], [b]) => (a.replaceAll('{', '~') < b.replaceAll('{', '~') ? -1 : 1))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { responses }]) => ({
        template: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        method: method.toUpperCase(),
        responses,
      })),
    );

/** Matches a malformed escape, or a parameter that is too long. */
const routerErrors = /%(?![0-9a-f]{2})|%[89a-f][0-9a-f](?!%[89ab])|[^/]{2400}/i;

/** Bodies of errors contain more than their schema, depending on their code. `errorProblem` checks these. */
const isError = (name: string): boolean => name.endsWith('Error');

/** Converts a schema of OpenAPI 3.0 to JSON Schema. Every object with declared members then rejects other members. */
function withoutAdditionalProperties(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAdditionalProperties);
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.entries(value).map(([key, each]) => [key, withoutAdditionalProperties(each)] as const);
  const nullable = (value as Schema)['nullable'];
  // A member may have the same name as a keyword.
  const schema: Schema = Object.fromEntries(
    inner.filter(([key]) => key !== 'nullable' || typeof nullable === 'object'),
  );
  const isClosed = 'properties' in schema && schema['type'] === 'object' && !('additionalProperties' in schema);
  const made = { ...schema, ...(isClosed && { additionalProperties: false }) };
  return nullable === true ? { anyOf: [made, { type: 'null' }] } : made;
}

/** The description of the API with its schemas, and the compiled schemas of responses. */
const { document, operations, ajv, compiled } = onceAProcess('the description of the API', () => {
  const document = JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as Description;
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({
    $id: 'api',
    components: {
      schemas: Object.fromEntries(
        Object.entries(document.components.schemas).map(([name, schema]) => [
          name,
          isError(name) ? schema : withoutAdditionalProperties(schema),
        ]),
      ),
    },
  });
  return { document, operations: operationsOf(document), ajv, compiled: new Map<string, ValidateFunction>() };
});

/**
 * Returns what a response contains that the description of the API does not declare, or what it lacks. Returns `null` if there is no
 * problem.
 */
export function responseProblem(method: string, url: string, status: number, body: unknown): string | null {
  const path = url.split('?', 1)[0]!;
  if (routerErrors.test(path)) return null; // before any route is found
  const operation = operations.find((each) => each.method === method && each.template.test(path));
  if (!operation) return null; // no route of the description: its pages, or none at all
  const content = operation.responses[status]?.content;
  if (!operation.responses[status]) return `the status ${status} is not described`;
  const schema = content?.['application/json']?.schema;
  if (!schema || (body === undefined && content['text/plain'])) return null;
  const problem = closedProblem(`${operation.method} ${operation.template.source} ${status}`, schema, body);
  return problem === null && status >= 400 ? errorProblem(body as Members, content['application/json']) : problem;
}

/**
 * Returns what a value contains that a schema does not declare, or what it lacks. Returns `null` if there is no problem. `name` identifies
 * the schema.
 */
export function closedProblem(name: string, schema: Schema, value: unknown): string | null {
  let check = compiled.get(name);
  if (!check) {
    const text = JSON.stringify(withoutAdditionalProperties(schema)).replaceAll('"#/components', '"api#/components');
    compiled.set(name, (check = ajv.compile(JSON.parse(text) as Schema)));
  }
  if (check(value)) return null;
  return (
    ajv.errorsText(check.errors?.slice(0, 5) ?? []) +
    JSON.stringify(check.errors?.map(({ params }) => params).slice(0, 5))
  );
}

/** Returns the members of a schema of the API. */
export function componentMembers(name: string): {
  readonly properties: Readonly<Record<string, Schema>>;
  readonly required: readonly string[];
} {
  const { properties, required } = document.components.schemas[name]!;
  return {
    properties: properties as Readonly<Record<string, Schema>>,
    required: (required ?? []) as readonly string[],
  };
}

/** Members that errors may have regardless of their code. Any further members are in the example of the code. */
const ofEveryError = [
  ...['code', 'message', 'details'],
  ...Object.entries(document.components.schemas).flatMap(([name, { properties }]) =>
    isError(name) ? Object.keys(properties ?? {}) : [],
  ),
];

function errorProblem(body: Members, content: Content | undefined): string | null {
  const code = String(innerError(body)['code'] ?? body['code'] ?? body['type']).replace('/errors/', '');
  const example = content?.examples?.[code]?.$ref?.split('/').at(-1);
  if (example === undefined) return `the code ${code} is not described`;
  const shown = document.components.examples[example]!.value;
  const known = new Set([...ofEveryError, ...Object.keys(shown), ...Object.keys(innerError(shown))]);
  const unknown = [...Object.keys(body), ...Object.keys(innerError(body))].filter((name) => !known.has(name));
  return unknown.length === 0 ? null : `the example of ${code} shows no ${unknown.join(', ')}`;
}

/** Returns the error object of bodies that have one. Others have a text as `error`. */
const innerError = ({ error }: Members): Members => (typeof error === 'object' ? (error as Members) : {});
