import { plural } from '../plural.js';

export const sharedRules = {
  tells:
    'The parent organization wrote this rule and shares it. It is read here and changed there, where its comments and tests stay.',
  decides: 'A matrix that it counts in is switched on here, so it decides here.',
  rests: 'No matrix that it counts in is switched on here, so it decides nothing here.',
  matrix: 'Risk matrix',
  matrices: 'Counts in',
  anyMatrix: 'Any matrix',
  shares: 'The parent shares rules, which stand in no list of own ones:',
  counted: (name: string, count: number) => `${name} · ${count} ${plural('en', count, 'rule', 'rules')}`,
  text: 'Text of the rule',
  name: 'Name',
  about: 'What it is for',
  cost: 'Cost',
};
