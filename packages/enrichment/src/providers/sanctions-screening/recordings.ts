import type { Recording } from '../../provider.js';

const asked = {
  type: 'person',
  country: 'BR',
  taxId: null,
  name: 'Ivan Kuznetsov',
  emails: [],
  phones: [],
} as const;

const match = {
  ...{ list: 'un_sc', entryId: '6908555', cluster: 'un_sc/6908555', name: 'Ivan Kuznetsov', score: 1 },
  ...{ isHit: true, state: 'open', topics: ['sanction'], programs: ['DPRK'], listedOn: '2016-11-30' },
};
const searched = {
  watchlists: [
    { code: 'un_sc', version: '12' },
    { code: 'br_pep', version: '3' },
  ],
  topics: ['sanction', 'pep'],
  screenedAt: '2026-11-20T09:00:00.000Z',
};
const clean = { ...searched, hits: 0, topScore: 0, lists: [], matches: [] };

/** The server's results about invented persons. */
export const recordings: readonly Recording[] = [
  {
    name: 'success',
    recordedOn: '2026-11-20',
    asked,
    response: { screening: { ...searched, hits: 1, topScore: 1, lists: ['un_sc'], matches: [match] } },
    outcome: 'ok',
  },
  { name: 'partial', asked, response: { screening: clean }, outcome: 'ok' },
  {
    name: 'exposed',
    asked,
    response: {
      screening: {
        ...{ ...searched, hits: 1, topScore: 0.91, lists: ['br_pep'] },
        matches: [{ ...match, list: 'br_pep', entryId: '7', score: 0.91, topics: ['pep'], programs: [] }],
      },
    },
    outcome: 'ok',
  },
  {
    name: 'dismissed',
    asked,
    response: { screening: { ...clean, matches: [{ ...match, isHit: false, state: 'dismissed' }] } },
    outcome: 'ok',
  },
  { name: 'only-sanctions', asked, response: { screening: { ...clean, topics: ['sanction'] } }, outcome: 'ok' },
  {
    name: 'not-loaded',
    asked,
    response: {
      problem: { code: 'DATASET_NOT_LOADED', message: 'Not loaded: un_sc. No screening was done; load these lists.' },
    },
    outcome: 'DATASET_NOT_LOADED',
  },
  { name: 'unreadable', asked, response: { screening: { hits: 'many' } }, outcome: 'NORMALIZATION_FAILED' },
];
