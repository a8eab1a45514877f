import { plural } from '../plural.js';

export const sharedRules = {
  tells:
    'The parent organization wrote this rule and shares it. It is read here and changed there, where its comments and tests stay.',
  decides: 'A matrix with it is enabled here, so it decides here.',
  rests: 'No matrix with it is enabled here, so it decides nothing here.',
  matrix: 'Risk matrix',
  matrices: 'Counts in',
  anyMatrix: 'Any matrix',
  shares: 'The parent shares these rules, which are not in the list of own rules:',
  counted: (name: string, count: number) => `${name} · ${count} ${plural('en', count, 'rule', 'rules')}`,
  text: 'Text of the rule',
  name: 'Name',
  about: 'Purpose',
  cost: 'Cost',
};
