import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { block, code, menuOf, table } from './page.mjs';

/** @typedef {import('./page.mjs').Page} Page */

/**
 * @typedef {object} DiagnosticCode
 * @property {string} code
 * @property {'error' | 'warning' | 'info'} severity
 * @property {string} title
 * @property {string} [reason]
 * @property {{ wrong: string, right: string }} example
 */

/**
 * @typedef {object} ErrorCode
 * @property {string} code
 * @property {number} http
 * @property {string} title
 * @property {string} description
 * @property {readonly string[]} routes
 */

const fixtures = 'rules-fixtures/diagnostics';
/** More routes than this are nearly all routes, and are only counted. */
const mostListed = 60;
const capital = (/** @type {string} */ text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/**
 * Returns a page for each code in messages of the checker or of the API, at the address to which the message links.
 *
 * @param {string} root of the repository
 * @param {readonly DiagnosticCode[]} diagnostics
 * @param {readonly ErrorCode[]} errors
 * @returns {import('./page.mjs').Part}
 */
export function codePages(root, diagnostics, errors) {
  const files = readdirSync(join(root, fixtures));
  const ofRules = diagnostics.map((each) => diagnosticPage(root, each, files));
  const ofApi = errors.map(errorPage);
  const index = {
    path: 'errors/index',
    title: 'All codes',
    text: [
      '# Errors and diagnostics',
      'Every message has a code, and each code has a page here. A running server returns the same at `GET /errors` and `GET /errors/diagnostics`.',
      '## Errors of the API',
      'Three shapes: `{success: false, error: {code, message, details?}}`, on entity routes `{error: <message>, code, details?}`, and `{error: {code, message}}` where a key is refused. `details` is keyed by the path of the field. `type`, `title`, `status`, `detail` and `instance` are those of RFC 9457, and `requestId` also stands in the header `X-Request-Id`.',
      table(
        ['Code', 'Status', 'Says'],
        errors.map(({ code: name, http, title }) => [`[${name}](/errors/${name})`, String(http), title]),
      ),
      '## Diagnostics of rules',
      table(
        ['Code', 'Kind', 'Says'],
        diagnostics.map(({ code: name, severity, title }) => [`[${name}](/errors/${name})`, severity, capital(title)]),
      ),
    ].join('\n\n'),
  };
  return {
    pages: [index, ...ofApi, ...ofRules],
    menu: [menuOf('Errors and diagnostics', [index])],
  };
}

/**
 * @param {string} root
 * @param {DiagnosticCode} diagnostic
 * @param {readonly string[]} files
 * @returns {Page}
 */
function diagnosticPage(root, { code: name, severity, title, reason, example }, files) {
  const shown = files.filter((file) => file.startsWith(`${name}-`) && file.endsWith('.rules'));
  const messages = shown.map((file) => {
    const text = readFileSync(join(root, fixtures, file), 'utf8');
    const message = readFileSync(join(root, fixtures, file.replace(/rules$/, 'txt')), 'utf8');
    return `${block(text, 'rules')}\n\n${block(message)}`;
  });
  const text = [
    `# ${name}: ${title}`,
    `${capital(severity)} of the rule language.${reason ? ` ${capital(reason)}` : ''}`,
    '## Wrong',
    block(example.wrong, 'rules'),
    '## Right',
    block(example.right, 'rules'),
    ...(messages.length > 0 ? ['## Message', ...messages] : []),
  ].join('\n\n');
  return { path: `errors/${name}`, title: `${name} ${title}`, text };
}

/**
 * @param {ErrorCode} error
 * @returns {Page}
 */
function errorPage({ code: name, http, title, description, routes }) {
  const text = [
    `# ${name}`,
    `Status ${http}. **${title}.** ${description}`,
    routes.length === 0 ? '' : `## Routes that return it\n\n${routesText(routes)}`,
  ].join('\n\n');
  return { path: `errors/${name}`, title: name, text };
}

const routesText = (/** @type {readonly string[]} */ routes) =>
  routes.length > mostListed ? `${routes.length} operations.` : routes.map((route) => `- ${code(route)}`).join('\n');
