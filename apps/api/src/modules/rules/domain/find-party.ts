import type { CheckOptions } from '@tamis/lang';

/** There are no automations to run. Users and teams are looked for when a rule hits: members come and go. */
export const findParty: NonNullable<CheckOptions['findParty']> = (what) => what !== 'automation';
