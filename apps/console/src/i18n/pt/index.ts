import type { Messages } from '../en/index.js';
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

export const pt: Messages = {
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
