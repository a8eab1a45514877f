import type { components } from '@tamis/client';

type DataList = components['schemas']['DataListDto'];

export const frequencies = ['hourly', 'daily', 'weekly', 'monthly'] as const;

/** The source of the items of a list. */
export interface ListSource {
  readonly address: string;
  readonly byItself: boolean;
  /** A value other than the four named ones is kept. */
  readonly frequency: string;
  /** The column mapping: `name = member`, one per line. */
  readonly columns: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

export const sourceOf = ({ config, fieldMappings }: DataList): ListSource => ({
  address: textOf(config['externalUrl']),
  byItself: config['autoSync'] === true,
  frequency: textOf(config['syncFrequency']) || 'daily',
  columns: Object.entries(fieldMappings)
    .map(([name, member]) => `${name} = ${member}`)
    .join('\n'),
});

/** Returns the mapping that the lines define, or the first invalid line. */
export function readColumns(text: string): { readonly mapping: Record<string, string> } | { readonly wrong: string } {
  const mapping: Record<string, string> = {};
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const [, name = '', member = ''] = /^(.*)=(.*)$/.exec(line) ?? [];
    if (name.trim() === '' || member.trim() === '') return { wrong: line.trim() };
    mapping[name.trim()] = member.trim();
  }
  return { mapping };
}

/** Returns the settings of a list with this source. Settings that the form does not show are kept; an empty key keeps the stored one. */
export const configWith = (
  { config }: DataList,
  { address, byItself, frequency }: ListSource,
  key: string,
): Record<string, unknown> => ({
  ...config,
  autoSync: byItself,
  syncFrequency: frequency,
  externalUrl: address.trim(),
  ...(key !== '' && { apiKey: key }),
});
