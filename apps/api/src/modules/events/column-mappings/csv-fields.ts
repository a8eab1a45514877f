import type { CsvOptions } from '@tamis/table-files';

import { EnumField } from '../../../platform/http/index.js';

/** Accepted names of CSV delimiters. With `auto`, the delimiter is detected from the first line. */
const delimiters = { ',': ',', ';': ';', '\t': '\t', tab: '\t', auto: undefined } as const;
const encodings = ['utf-8', 'latin1'] as const;

export type CsvDelimiterName = keyof typeof delimiters;
export type CsvEncoding = (typeof encodings)[number];

/** Declares the form field for the delimiter between CSV cells. */
export const CsvDelimiterField = (): PropertyDecorator =>
  EnumField(Object.keys(delimiters), 'CsvDelimiter', {
    description: 'For CSV. Default `auto`: detected from the first line',
  });

export const CsvEncodingField = (): PropertyDecorator =>
  EnumField(encodings, 'CsvEncoding', { description: 'Of CSV. Default `utf-8`' });

/** Returns the CSV options that the form fields select. They are the same whether the file is stored or only checked. */
export const csvOptions = (delimiter: CsvDelimiterName | undefined, encoding: CsvEncoding | undefined): CsvOptions => ({
  delimiter: delimiters[delimiter ?? 'auto'],
  encoding,
});
