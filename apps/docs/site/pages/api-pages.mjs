import { block, code, menuOf, slug, table } from './page.mjs';

/** @typedef {import('./page.mjs').Page} Page */
/** @typedef {any} Schema */

const methods = ['get', 'post', 'put', 'patch', 'delete'];
/** The maximum depth of nested fields in lists. */
const deepest = 3;
const capital = (/** @type {string} */ text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/**
 * Returns a page for each tag of the API, with all parameters, responses and errors of its operations.
 *
 * @param {any} document the description of the API
 * @returns {import('./page.mjs').Part}
 */
export function apiPages(document) {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => ({ path, method, ...item[method] })),
  );
  const tags = [...new Set(operations.map(({ tags: [tag] }) => tag))].sort((a, b) => a.localeCompare(b));
  const schemas = document.components.schemas;
  const pages = tags.map((tag) => {
    const own = operations.filter(({ tags: [first] }) => first === tag);
    const list = own.map(
      ({ path, method, summary }) => `- [${code(`${method.toUpperCase()} ${path}`)}](#${slug(summary)}) ${summary}`,
    );
    const title = capital(tag);
    const text = [`# ${title}`, list.join('\n'), ...own.map((operation) => operationText(operation, schemas))];
    return { path: `api/${slug(tag)}`, title, text: text.join('\n\n') };
  });
  const index = {
    path: 'api/index',
    title: 'Operations',
    text: [
      '# API reference',
      `${operations.length} operations. The key is sent in \`Authorization: Bearer\`, the organization in \`X-Organization-ID\`. The description as a file is at \`/docs/json\`, and \`/docs/try\` of a running server can send requests.`,
      ...pages.map(({ path, title }) => `- [${title}](/${path})`),
    ].join('\n\n'),
  };
  return { pages: [index, ...pages], menu: [menuOf('API', [index, ...pages])] };
}

/**
 * @param {any} operation
 * @param {Record<string, Schema>} schemas
 */
function operationText(operation, schemas) {
  const { path, method, summary, description, parameters = [], requestBody, responses } = operation;
  const json = requestBody?.content?.['application/json'];
  const body = json?.schema ?? Object.values(requestBody?.content ?? {})[0]?.schema;
  const done = Object.entries(responses).find(([status]) => status.startsWith('2'));
  const answer = done?.[1]?.content?.['application/json']?.schema;
  const permissions = [operation['x-permission'], ...(operation['x-other-permissions'] ?? [])].filter(Boolean);
  const parts = [
    `## ${summary}`,
    block(`${method.toUpperCase()} ${path}`),
    description ?? '',
    permissions.length > 0 ? `Permission: ${permissions.map(code).join(', ')}.` : '',
    parameters.length > 0 ? `### Parameters of ${lower(summary)}\n\n${parameterTable(parameters, schemas)}` : '',
    body ? `### Body of ${lower(summary)}\n\n${memberTable(body, schemas)}` : '',
    body ? exampleText(operation, json) : '',
    answer ? `### Response of ${lower(summary)}\n\nStatus ${done[0]}.\n\n${memberTable(answer, schemas)}` : '',
    `Errors: ${(operation['x-errors'] ?? []).map((/** @type {string} */ name) => `[${name}](/errors/${name})`).join(', ')}.`,
  ];
  return parts.filter(Boolean).join('\n\n');
}

const lower = (/** @type {string} */ text) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`;

/**
 * @param {any} operation
 * @param {any} json
 */
function exampleText({ path, method }, json) {
  const examples = Object.values(json?.examples ?? {});
  return examples
    .map(({ summary, value }) => {
      const text = JSON.stringify(value, null, 2).replaceAll("'", "'\\''");
      const call = `curl -s -X ${method.toUpperCase()} http://127.0.0.1:3000${path} \\\n  -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' \\\n  -d '${text}'`;
      return `${summary ? `${summary}:\n\n` : ''}${block(call, 'sh')}`;
    })
    .join('\n\n');
}

/**
 * @param {readonly any[]} parameters
 * @param {Record<string, Schema>} schemas
 */
const parameterTable = (parameters, schemas) =>
  table(
    ['Name', 'In', 'Type', 'Means'],
    parameters.map(({ name, in: place, required, schema, description = '' }) => [
      `${code(name)}${required ? ' *' : ''}`,
      place,
      typeText(schema, schemas),
      description,
    ]),
  );

/**
 * @param {Schema} schema
 * @param {Record<string, Schema>} schemas
 */
function memberTable(schema, schemas) {
  const rows = memberRows(schema, schemas, '', 1);
  return rows.length === 0 ? typeText(schema, schemas) : table(['Member', 'Type', 'Means'], rows);
}

/**
 * @param {Schema} schema
 * @param {Record<string, Schema>} schemas
 * @param {string} prefix
 * @param {number} depth
 * @returns {readonly (readonly string[])[]}
 */
function memberRows(schema, schemas, prefix, depth) {
  const read = resolve(schema, schemas);
  const required = new Set(read.required ?? []);
  return Object.entries(read.properties ?? {}).flatMap(([name, member]) => {
    const resolved = resolve(member, schemas);
    const means = [member.description ?? resolved.description ?? '', limitsText(resolved)].filter(Boolean).join('. ');
    const row = [`${code(`${prefix}${name}`)}${required.has(name) ? ' *' : ''}`, typeText(member, schemas), means];
    const inner = resolved.type === 'array' ? resolved.items : member;
    const step = resolved.type === 'array' ? '[].' : '.';
    return [row, ...(depth < deepest && inner ? memberRows(inner, schemas, `${prefix}${name}${step}`, depth + 1) : [])];
  });
}

/**
 * @param {Schema} schema
 * @param {Record<string, Schema>} schemas
 * @returns {Schema}
 */
function resolve(schema, schemas) {
  if (schema?.$ref) return resolve(schemas[schema.$ref.split('/').at(-1)], schemas);
  if (schema?.allOf?.length === 1) return { ...resolve(schema.allOf[0], schemas), ...schema, allOf: undefined };
  return schema ?? {};
}

/**
 * @param {Schema} schema
 * @param {Record<string, Schema>} schemas
 * @returns {string}
 */
function typeText(schema, schemas) {
  const read = resolve(schema, schemas);
  if (read.enum) return read.enum.map((/** @type {unknown} */ value) => code(String(value))).join(', ');
  const several = read.anyOf ?? read.oneOf;
  if (several) return several.map((/** @type {Schema} */ each) => typeText(each, schemas)).join(' or ');
  if (read.type === 'array') return `list of ${typeText(read.items, schemas)}`;
  const types = [read.type ?? 'any'].flat().map(String);
  return `${types.join(' or ')}${read.format ? ` (${read.format})` : ''}${read.nullable ? ' or null' : ''}`;
}

/** @param {Schema} schema */
function limitsText({ minLength, maxLength, minimum, maximum, maxItems, default: standard }) {
  const parts = [
    maxLength === undefined ? '' : `${minLength ? `${minLength} to` : 'at most'} ${maxLength} characters`,
    minimum === undefined ? '' : `from ${minimum}`,
    maximum === undefined ? '' : `up to ${maximum}`,
    maxItems === undefined ? '' : `at most ${maxItems} elements`,
    standard === undefined ? '' : `default ${code(JSON.stringify(standard))}`,
  ];
  return capital(parts.filter(Boolean).join(', '));
}
