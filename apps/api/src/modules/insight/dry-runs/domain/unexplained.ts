import { dryRunLimits } from './dry-run-limits.js';

export const unexplainedReasons = ['TOO_MANY_EARLIER_RECORDS', 'RECORD_NOT_STORED', 'OVERLAY'] as const;

/** Why a record of a dry run cannot be explained. */
export interface Unexplained {
  readonly reason: (typeof unexplainedReasons)[number];
  readonly message: string;
}

export const notStored: Unexplained = {
  reason: 'RECORD_NOT_STORED',
  message: 'the record as it was when rules were evaluated is no longer stored',
};

export const overlaid: Unexplained = {
  reason: 'OVERLAY',
  message:
    'each side saw the effects of its own rules, which are not recomputed for one record; a dry run without overlay can be explained',
};

export const tooManyEarlier = (records: number): Unexplained => ({
  reason: 'TOO_MANY_EARLIER_RECORDS',
  message:
    `${records} records and list items before it are within reach of the rules, and at most ${dryRunLimits.explainedRecords} can be replayed ` +
    'for one response; rules with shorter windows and lists, or with windows of the payer or the payee, can be explained',
});
