import { encodeLiteral, printExpression, readExpression } from '@tamis/lang';
import type { CliIo } from '../cli-io.js';
import type { ExitCode } from '../exit-codes.js';
import { csvText, isObject } from '@tamis/stdx';
import { tableText } from '../output/print-table.js';
import { printProblem, usageProblem } from '../problem.js';
import { withServer, type ServerFlags } from '../server/with-server.js';

interface Parameter {
  readonly name: string;
  readonly value: unknown;
  readonly between: readonly unknown[] | null;
  readonly step: unknown;
  readonly usedBy: readonly string[];
}

/** Returns `{"$money": "5000 USD"}` as `5_000 USD`. */
export function jsonText(value: unknown): string {
  if (isObject(value)) {
    const [only, ...rest] = Object.values(value);
    if (rest.length === 0 && typeof only === 'string') return canonicalText(only);
  }
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Returns a literal as rules are formatted, and any other text unchanged. */
function canonicalText(text: string): string {
  const { expression, diagnostics } = readExpression(text);
  return expression && diagnostics.length === 0 ? printExpression(expression) : text;
}

/** Returns a literal of the rule language as JSON; `undefined` for any other text. */
export function literalJson(text: string): unknown {
  const { expression, diagnostics } = readExpression(text);
  return expression && diagnostics.length === 0 ? (encodeLiteral(expression) ?? undefined) : undefined;
}

function row({ name, value, between, step, usedBy }: Parameter): readonly [string, string, string, string] {
  const range = between ? `${between.map(jsonText).join(' to ')}${step === null ? '' : ` step ${jsonText(step)}`}` : '';
  return [name, jsonText(value), range, usedBy.join(', ')];
}

/** Lists the parameters that rules share. */
export const listParams = (flags: ServerFlags & { readonly csv?: true }, io: CliIo): Promise<ExitCode> =>
  withServer(
    flags,
    io,
    (client) => client.request('/rules/params'),
    ({ params }) => {
      const rows = (params as readonly Parameter[]).map(row);
      if (flags.csv) io.out(csvText(['param', 'value', 'range', 'usedBy'], rows));
      else if (rows.length > 0) io.out(tableText(rows));
      else io.out('there are no shared parameters: those that a rule declares itself are changed with the rule\n');
    },
  );

/** Sets a parameter to a value of the rule language. */
export async function setParam(
  name: string,
  text: string,
  flags: ServerFlags & { readonly reason: string },
  io: CliIo,
): Promise<ExitCode> {
  const value = literalJson(text);
  if (value === undefined)
    return printProblem(usageProblem(`\`${text}\` is not a value such as \`5_000 USD\`, \`3\` or \`24h\``), io);
  return withServer(
    flags,
    io,
    (client) =>
      client.request(`/rules/params/${encodeURIComponent(name)}`, {
        method: 'PATCH',
        body: { value, reason: flags.reason },
      }),
    ({ param, ruleSetVersion }) => {
      io.out(`${name} is ${jsonText((param as Parameter).value)}\nrule set ${String(ruleSetVersion)}\n`);
    },
  );
}
