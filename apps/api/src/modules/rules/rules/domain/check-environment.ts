import { allProviders, type EntityType, untoldField } from '@tamis/enrichment';
import { absenceLint, type AbsenceLint, type CheckOptions, type Target } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

import { absences } from '../../../decisions/evaluations/index.js';

const parties: readonly EntityType[] = ['person', 'company'];

/** Parties of which `enrichmentData` of a subject is: itself, or those that it links. */
const typesOf = (targets: readonly Target[], isOwn: boolean): readonly EntityType[] =>
  isOwn ? parties.filter((type) => targets.includes(type)) : parties;

/** W1209 of what no integration tells. Made for each rule: the same path may be of persons or of companies. */
const untoldFields: AbsenceLint = (rule, findings) =>
  absenceLint({
    field: (jsonPath, records) => {
      const at = jsonPath.indexOf('enrichmentData');
      if (at < 0 || records !== null) return null;
      return untoldField(allProviders, typesOf(rule.targets, at === 0), jsonPath.slice(at + 1));
    },
    call: () => null,
    key: () => null,
  })(rule, findings);

/** What rules are checked against in every organization. */
export const checkEnvironment: Pick<CheckOptions, 'catalogue' | 'absences'> = {
  catalogue: libraryCatalogue,
  absences: (rule, findings) => {
    absences(rule, findings);
    untoldFields(rule, findings);
  },
};

/** Users and teams are looked for when a rule hits: members come and go. */
export const knowsParties =
  (automations: ReadonlySet<string>): NonNullable<CheckOptions['findParty']> =>
  (what, id) =>
    what !== 'automation' || automations.has(id);
