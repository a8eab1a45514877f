import { type FileReaders, jsonReaders, tableReaders } from '../../batch-jobs/index.js';

/** The kinds of files that payments may come in. */
export const transactionReaders: FileReaders = {
  ...tableReaders,
  ...jsonReaders({ member: 'transactions', noun: 'payments' }, ['amount']),
};
