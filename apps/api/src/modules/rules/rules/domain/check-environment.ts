import type { CheckOptions } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

import { absences } from '../../../decisions/evaluations/index.js';

/** What rules are checked against in every organization. */
export const checkEnvironment: Pick<CheckOptions, 'catalogue' | 'absences' | 'findParty'> = {
  catalogue: libraryCatalogue,
  absences,
  // There are no automations to run. Users and teams are looked for when a rule hits: members come and go.
  findParty: (what) => what !== 'automation',
};
