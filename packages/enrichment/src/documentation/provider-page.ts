import type { Provider } from '../provider.js';
import { allProviders } from '../providers.js';
import { mostLatencyMs, testTaxIds } from '../sandbox/simulation.js';

const written = '<!-- Written by `npm run generate` from packages/enrichment. -->';

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const code = (text: string): string => `\`${text}\``;
const codes = (texts: readonly string[]): string => texts.map(code).join(', ') || 'none';

/** Returns the reference page of one provider in Markdown. All of it is derived from the provider's declaration and recordings. */
export function providerPage(providerCode: string): string {
  const provider = allProviders.find((one) => one.code === providerCode);
  if (provider === undefined) throw new RangeError(`no provider: ${providerCode}`);
  const { input, settings, reach, calls } = provider;
  const parts = [
    written,
    `# ${provider.name}`,
    provider.description,
    table(['', ''], factsOf(provider)),
    '## Fields',
    `Merged into \`normalized\`: ${codes(provider.provides)}.`,
    `Only available with the integration, as \`enrichment["${provider.code}"]\`: ${codes([...(provider.ownMembers ?? [])].sort())}.`,
    '## Parameters and settings',
    input.parameters.length === 0
      ? 'It has no parameters.'
      : table(
          ['parameter', 'type', 'required', 'default', ''],
          input.parameters.map(({ name, type, required, default: usual, description }) => [
            code(name),
            type,
            required ? 'yes' : 'no',
            usual === undefined ? '' : code(String(usual)),
            description,
          ]),
        ),
    settings.length === 0
      ? 'It has no settings.'
      : table(
          ['setting', 'required', 'secret', ''],
          settings.map(({ name, isRequired, isSecret, description }) => [
            code(name),
            isRequired ? 'yes' : 'no',
            isSecret ? 'yes' : 'no',
            description,
          ]),
        ),
    '## Calls',
    `It reaches ${codes([...reach.hosts, ...reach.datasets.map((dataset) => `register ${dataset}`)])}; at most ${calls.perMinute} calls a ` +
      `minute and ${calls.atOnce} concurrently in a process, ${calls.attempts} attempts of ${calls.timeoutMs} ms. After a crash it is ` +
      `${{ safe: 'asked again', keyed: 'called again with the same key', unsafe: 'not called again' }[calls.repeat]}.`,
    '## Recordings',
    table(
      ['case', 'outcome'],
      provider.recordings.map(({ name, outcome }) => [name, code(outcome)]),
    ),
  ];
  return `${parts.join('\n\n')}\n`;
}

const factsOf = (provider: Provider): readonly (readonly string[])[] => [
  ['code', code(provider.code)],
  ['type', `${provider.type}, ${provider.status}`],
  ['source', `[documentation](${provider.documentation}), ${provider.reliability}, confidence ${provider.confidence}`],
  ['about', `${provider.entityTypes.join(', ')} in ${provider.countries.join(', ')}`],
  ['needs', provider.input.oneOf.map((fields) => fields.join(' and ')).join(', or ')],
  ['list price', `${provider.priceCents} US cents per delivered result`],
  ['cache', provider.cacheDays === 0 ? 'none' : `${provider.cacheDays} d`],
  ['without an entity', provider.supportsWithoutEntity ? 'yes' : 'no'],
];

/** Returns the page that lists the providers and explains how to make them fail in a sandbox. */
export const providersPage = (): string =>
  `${[
    written,
    '# Providers',
    table(
      ['provider', '', 'about', 'list price, cents'],
      allProviders.map(({ code: name, name: title, entityTypes, countries, priceCents }) => [
        `[${name}](${name}.md)`,
        title,
        `${entityTypes.join(', ')}: ${countries.length > 6 ? `${countries.length} countries` : countries.join(', ')}`,
        String(priceCents),
      ]),
    ),
    '## In a sandbox',
    'A sandbox makes no outgoing requests: a provider returns its recording `success`, about the requested subject and with dates shifted to the ' +
      'present. `parameters.simulate` fails with an item code, `parameters.latencyMs` waits up to ' +
      `${mostLatencyMs} ms. Clients that cannot send parameters use test tax ids:`,
    table(
      ['item code', 'CNPJ', 'CPF'],
      testTaxIds.map(({ code: item, cnpj, cpf }) => [code(item), cnpj, cpf]),
    ),
  ].join('\n\n')}\n`;
