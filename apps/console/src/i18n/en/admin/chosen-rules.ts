import { plural } from '../plural.js';

/** The texts about what is done with several rules at once. */
export const chosenRules = {
  owner: 'Owner',
  title: 'Selected rules',
  count: (count: number) => `${count} ${plural('en', count, 'rule', 'rules')} selected`,
  dryRun: 'Dry-run them together',
  export: 'Export as text',
  clear: 'Clear the selection',
  none: 'no rules selected',
  ask: { shadow: 'Run in shadow …', inactive: 'Switch off …' },
  titles: {
    shadow: (count: number) => `Run ${count} ${plural('en', count, 'rule', 'rules')} in shadow`,
    inactive: (count: number) => `Switch off ${count} ${plural('en', count, 'rule', 'rules')}`,
  },
  now: { shadow: 'Run in shadow', inactive: 'Switch off' },
  tells: {
    shadow: 'Their newest versions are evaluated and counted, without deciding anything.',
    inactive: 'They no longer decide anything. Undo makes the set that is active now active again.',
  },
  changed: {
    shadow: (count: number) => `${count} ${plural('en', count, 'rule runs', 'rules run')} in shadow`,
    inactive: (count: number) => `${count} ${plural('en', count, 'rule', 'rules')} switched off`,
  },
  waiting: (count: number) => `${count} ${plural('en', count, 'rule waits', 'rules wait')} for a second person`,
  refused: (count: number) => `Nothing was changed, because of ${count} ${plural('en', count, 'rule', 'rules')}:`,
  leaveOut: 'Leave these out',
};
