import type { Recording } from '../../provider.js';

const asked = {
  type: 'person',
  country: 'BR',
  taxId: null,
  name: null,
  emails: [],
  phones: ['+55 11 96123-4567'],
} as const;

/** Numbers taken from the documentation of numbering plans, or that their plans do not assign. */
export const recordings: readonly Recording[] = [
  { name: 'success', asked, response: null, outcome: 'ok' },
  { name: 'as-dialled-at-home', asked: { ...asked, phones: ['(11) 96123-4567'] }, response: null, outcome: 'ok' },
  { name: 'of-another-country', asked: { ...asked, phones: ['+44 20 7946 0018'] }, response: null, outcome: 'ok' },
  { name: 'partial', asked: { ...asked, phones: ['+55 11 96123-4567', 'none'] }, response: null, outcome: 'ok' },
  { name: 'not-possible', asked: { ...asked, phones: ['+55 1'] }, response: null, outcome: 'ok' },
  { name: 'unknown-country', asked: { ...asked, country: 'ZZ', phones: ['961234567'] }, response: null, outcome: 'ok' },
];
