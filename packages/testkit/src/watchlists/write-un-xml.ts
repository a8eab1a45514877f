import type { WatchlistEntry } from '@tamis/watchlists';

import {
  countryName,
  isDay,
  type ListWriter,
  otherNames,
  primaryName,
  xmlText,
  yearOf,
  unReference,
} from './written-list.js';

/** Writes `consolidated.xml` of the UN. People come before all others. */
export const writeUnXml: ListWriter = (entries) =>
  new Map([
    [
      'consolidated.xml',
      function* () {
        yield '<?xml version="1.0" encoding="UTF-8"?>\n<CONSOLIDATED_LIST dateGenerated="2026-10-03T23:00:03.428Z">\n<INDIVIDUALS>\n';
        for (const entry of entries()) if (entry.schema === 'person') yield element('INDIVIDUAL', entry);
        yield '</INDIVIDUALS>\n<ENTITIES>\n';
        for (const entry of entries()) if (entry.schema !== 'person') yield element('ENTITY', entry);
        yield '</ENTITIES>\n</CONSOLIDATED_LIST>\n';
      },
    ],
  ]);

const tag = (name: string, text: string): string => `<${name}>${xmlText(text)}</${name}>`;

function element(name: 'INDIVIDUAL' | 'ENTITY', entry: WatchlistEntry): string {
  const [first = '', second = '', ...more] = name === 'ENTITY' ? [primaryName(entry)] : primaryName(entry).split(' ');
  const parts = [
    tag('DATAID', entry.id),
    '<VERSIONNUM>1</VERSIONNUM>',
    tag('FIRST_NAME', first),
    tag('SECOND_NAME', second),
    tag('THIRD_NAME', more.join(' ')),
    ...entry.programs.map((program) => tag('UN_LIST_TYPE', program)),
    tag('REFERENCE_NUMBER', unReference(entry)),
    tag('LISTED_ON', entry.listedOn ?? ''),
    tag('GENDER', entry.gender === null ? '' : entry.gender === 'male' ? 'Male' : 'Female'),
    ...otherNames(entry).map(
      ({ kind, text }) =>
        `<${name}_ALIAS>${tag('QUALITY', kind === 'weak_alias' ? 'Low' : 'Good')}${tag('ALIAS_NAME', text)}</${name}_ALIAS>`,
    ),
    ...(name === 'INDIVIDUAL' ? personParts(entry) : entry.countries.map(address)),
  ];
  return `<${name}>\n${parts.join('\n')}\n</${name}>\n`;
}

const address = (code: string): string => `<ENTITY_ADDRESS>${tag('COUNTRY', countryName(code))}</ENTITY_ADDRESS>`;

const personParts = (entry: WatchlistEntry): readonly string[] => [
  `<NATIONALITY>${entry.countries.map((code) => tag('VALUE', countryName(code))).join('')}</NATIONALITY>`,
  ...entry.births.map((birth) => {
    const value = isDay(birth) ? tag('DATE', birth.from) : tag('YEAR', yearOf(birth));
    return `<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE>${value}</INDIVIDUAL_DATE_OF_BIRTH>`;
  }),
  ...entry.identifiers.map(
    ({ value }) =>
      `<INDIVIDUAL_DOCUMENT><TYPE_OF_DOCUMENT>Passport</TYPE_OF_DOCUMENT>${tag('NUMBER', value)}</INDIVIDUAL_DOCUMENT>`,
  ),
];
