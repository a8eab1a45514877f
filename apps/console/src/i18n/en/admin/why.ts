import { plural } from '../plural.js';

export const why = {
  unknown: 'unknown:',
  inWindow: (count: number) => `${count} in the window`,
  newestRows: (shown: number, all: number) => `The newest ${shown} of ${all}`,
  skippedRows: (count: number) => `${count} ${plural('en', count, 'record lacks', 'records lack')} what is asked for`,
  columns: { when: 'When', value: 'Value', counts: 'Counts' },
  counts: { true: 'counted', false: 'left out', unknown: 'unknown' },
  thisRecord: 'this record',
  openRecord: 'Why',
  reads: (count: number) => `${count} ${plural('en', count, 'look-up', 'look-ups')}`,
  noAnswer: 'no answer',
  listThen: (revision: number) => `list, revision ${revision}`,
  rates: (count: number) => `${count} ${plural('en', count, 'rate', 'rates')}`,
  noRate: 'no rate',
  isCut: 'Parts below are left out.',
};
