import { oneFile } from './reading/found-row.js';
import { readCeisCsv, readPepCsv } from './sources/brazil/tables.js';
import { readFullListXml } from './sources/eu-fsf/full-list-xml.js';
import { readSanctionsListCsv } from './sources/gb-uksl/sanctions-list-csv.js';
import { readFtmLines } from './sources/opensanctions/ftm-lines.js';
import { readSimpleCsv } from './sources/opensanctions/simple-csv.js';
import { readConsolidatedXml } from './sources/un-sc/consolidated-xml.js';
import { nonSdnFile, readAdvancedXml, sdnFile } from './sources/us-ofac/advanced-xml.js';
import { nonSdnTables, type OfacTables, readCsvSet, sdnTables } from './sources/us-ofac/csv-set.js';
import type { FormatFile, WatchlistSource } from './watchlist-source.js';

/**
 * Returns a file whose saved name may have a prefix, such as a date, and may be in upper case. The prefix `cons_` is excluded, because it
 * denotes a table of another list.
 */
const published = (name: string, address: string | null): FormatFile => ({
  name,
  pattern: new RegExp(`(^|[-_. ])(?<!cons_)${name.replaceAll('.', '[.]')}$`, 'i'),
  address,
});

const tableNames = ({ main, aliases, addresses, comments }: OfacTables): readonly string[] => [
  main,
  aliases,
  addresses,
  comments,
];

const ofac = 'https://sanctionslistservice.ofac.treas.gov/api/PublicationPreview/exports/';
const openSanctions = 'https://data.opensanctions.org/datasets/latest/default/';

const ofacSource: WatchlistSource = {
  code: 'us_ofac',
  title: 'OFAC sanctions lists (SDN and non-SDN)',
  publisher: 'US Department of the Treasury, OFAC',
  topics: ['sanction', 'sanction.non_sdn'],
  minimumEntries: 12_000,
  formats: [
    {
      code: 'advanced_xml',
      files: [sdnFile, nonSdnFile].map((name) => published(name, ofac + name.toUpperCase())),
      read: readAdvancedXml,
    },
    {
      code: 'csv',
      files: [...tableNames(sdnTables), ...tableNames(nonSdnTables)].map((name) =>
        published(name, ofac + name.toUpperCase()),
      ),
      read: readCsvSet,
    },
  ],
  addressSetting: 'WATCHLIST_US_OFAC_URL',
  refreshHours: 1,
  licence: 'work of the US government, free to use',
  needsLicence: false,
};

const unSource: WatchlistSource = {
  code: 'un_sc',
  title: 'UN Security Council Consolidated List',
  publisher: 'United Nations Security Council',
  topics: ['sanction'],
  minimumEntries: 600,
  formats: [
    {
      code: 'consolidated_xml',
      files: [published('consolidated.xml', 'https://scsanctions.un.org/resources/xml/en/consolidated.xml')],
      read: oneFile(readConsolidatedXml),
    },
  ],
  addressSetting: 'WATCHLIST_UN_SC_URL',
  refreshHours: 1,
  licence: 'free to use under the terms of un.org',
  needsLicence: false,
};

const euSource: WatchlistSource = {
  code: 'eu_fsf',
  title: 'EU consolidated list of financial sanctions',
  publisher: 'European Commission',
  topics: ['sanction'],
  minimumEntries: 3_500,
  formats: [
    {
      code: 'full_list_xml',
      files: [
        {
          name: 'xmlFullSanctionsList_1_1.xml',
          pattern: /full.?sanctions.?list.*[.]xml$/i,
          address:
            'https://webgate.ec.europa.eu/fsd/fsf/public/files/xmlFullSanctionsList_1_1/content?token=dG9rZW4tMjAxNw',
        },
      ],
      read: oneFile(readFullListXml),
    },
  ],
  addressSetting: 'WATCHLIST_EU_FSF_URL',
  refreshHours: 6,
  licence: 'reuse policy of the European Commission, with attribution',
  needsLicence: false,
};

const ukSource: WatchlistSource = {
  code: 'gb_uksl',
  title: 'UK Sanctions List',
  publisher: 'UK Foreign, Commonwealth & Development Office',
  topics: ['sanction'],
  minimumEntries: 3_000,
  formats: [
    {
      code: 'csv',
      files: [
        {
          name: 'UK-Sanctions-List.csv',
          pattern: /uk.?sanctions.?list.*[.]csv$/i,
          address: 'https://sanctionslist.fcdo.gov.uk/docs/UK-Sanctions-List.csv',
        },
      ],
      read: oneFile(readSanctionsListCsv),
    },
  ],
  addressSetting: 'WATCHLIST_GB_UKSL_URL',
  refreshHours: 1,
  licence: 'Open Government Licence v3.0',
  needsLicence: false,
};

/** The site blocks automated requests, so an operator loads what it publishes. */
const brazilianSource = (
  code: 'br_pep' | 'br_ceis',
): Pick<WatchlistSource, 'code' | 'publisher' | 'addressSetting' | 'refreshHours' | 'licence' | 'needsLicence'> => ({
  code,
  publisher: 'Controladoria-Geral da União, Portal da Transparência',
  addressSetting: `WATCHLIST_${code.toUpperCase()}_URL`,
  refreshHours: null,
  licence: 'open data of the Portal da Transparência',
  needsLicence: false,
});

const pepSource: WatchlistSource = {
  ...brazilianSource('br_pep'),
  title: 'Brazil: politically exposed persons',
  topics: ['pep'],
  minimumEntries: 50_000,
  formats: [
    {
      code: 'csv',
      files: [{ name: 'PEP.zip', pattern: /pep.*[.](zip|csv)$/i, address: null }],
      read: oneFile(readPepCsv),
    },
  ],
};

const ceisSource: WatchlistSource = {
  ...brazilianSource('br_ceis'),
  title: 'Brazil: debarred suppliers (CEIS)',
  topics: ['debarment'],
  minimumEntries: 5_000,
  formats: [
    {
      code: 'csv',
      files: [{ name: 'CEIS.zip', pattern: /ceis.*[.](zip|csv)$/i, address: null }],
      read: oneFile(readCeisCsv),
    },
  ],
};

const openSanctionsSource: WatchlistSource = {
  code: 'opensanctions',
  title: 'OpenSanctions',
  publisher: 'OpenSanctions',
  topics: ['sanction', 'sanction.linked', 'pep', 'pep.former', 'pep.relative', 'crime', 'debarment', 'poi'],
  minimumEntries: 50_000,
  formats: [
    {
      code: 'ftm_json',
      files: [published('entities.ftm.json', `${openSanctions}entities.ftm.json`)],
      read: oneFile(readFtmLines),
    },
    {
      code: 'simple_csv',
      files: [published('targets.simple.csv', `${openSanctions}targets.simple.csv`)],
      read: oneFile(readSimpleCsv),
    },
  ],
  addressSetting: 'WATCHLIST_OPENSANCTIONS_URL',
  refreshHours: 6,
  licence: 'CC BY-NC 4.0; business use needs a licence of OpenSanctions',
  needsLicence: true,
};

/** Every list that can be loaded. The server, its settings and its documents take their information on lists from here. */
export const allWatchlists: readonly WatchlistSource[] = [
  ofacSource,
  unSource,
  euSource,
  ukSource,
  pepSource,
  ceisSource,
  openSanctionsSource,
];
