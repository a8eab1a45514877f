import { dryRuns } from './dry-runs.js';
import { editor } from './editor.js';
import { errors } from './errors.js';
import { cases } from './cases.js';
import { inbox } from './inbox.js';
import { transactions } from './transactions.js';
import { parties } from './parties.js';
import { people } from './people.js';
import { releases } from './releases.js';
import { rules } from './rules.js';
import { shell } from './shell.js';

export const en = {
  shell,
  errors,
  people,
  parties,
  releases,
  rules,
  editor,
  transactions,
  dryRuns,
  inbox,
  cases,
};

/** What every language must have: for each of these, a text or a function with the same parameters. */
export type Messages = typeof en;
