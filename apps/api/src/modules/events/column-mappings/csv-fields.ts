import type { CsvOptions } from '@tamis/table-files';

import { EnumField } from '../../../platform/http/index.js';

/** What the delimiters of CSV are called; `auto`: what the first line has. */
const delimiters = { ',': ',', ';': ';', '\t': '\t', tab: '\t', auto: undefined } as const;
const encodings = ['utf-8', 'latin1'] as const;

export type CsvDelimiterName = keyof typeof delimiters;
export type CsvEncoding = (typeof encodings)[number];

/** A field of a form: what stands between the cells of its CSV. */
export const CsvDelimiterField = (): PropertyDecorator =>
  EnumField(Object.keys(delimiters), 'CsvDelimiter', {
    description: 'Of CSV. Default `auto`: that of the first line',
  });

export const CsvEncodingField = (): PropertyDecorator =>
  EnumField(encodings, 'CsvEncoding', { description: 'Of CSV. Default `utf-8`' });

/** How the CSV of a form is read, by what its fields say, whether it is stored or checked. */
export const csvOptions = (delimiter: CsvDelimiterName | undefined, encoding: CsvEncoding | undefined): CsvOptions => ({
  delimiter: delimiters[delimiter ?? 'auto'],
  encoding,
});
