import { allProviders, type EntityType, untoldField } from '@tamis/enrichment';
import { absenceLint, type AbsenceLint, type CheckOptions, type Target } from '@tamis/lang';
import { libraryCatalogue } from '@tamis/library';

import { absences } from '../../../decisions/evaluations/index.js';

const parties: readonly EntityType[] = ['person', 'company'];

/** Returns the party types to which `enrichmentData` of a subject belongs: the subject itself, or the parties it links to. */
const typesOf = (targets: readonly Target[], isOwn: boolean): readonly EntityType[] =>
  isOwn ? parties.filter((type) => targets.includes(type)) : parties;

/** W1209 for data that no integration provides. Created per rule, because the same path may belong to persons or companies. */
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

/** Check options that apply to every organization. */
export const checkEnvironment: Pick<CheckOptions, 'catalogue' | 'absences'> = {
  catalogue: libraryCatalogue,
  absences: (rule, findings) => {
    absences(rule, findings);
    untoldFields(rule, findings);
  },
};

/** Only checks automations. Users and teams are looked up when a rule hits, since members change. */
export const knowsParties =
  (automations: ReadonlySet<string>): NonNullable<CheckOptions['findParty']> =>
  (what, id) =>
    what !== 'automation' || automations.has(id);
