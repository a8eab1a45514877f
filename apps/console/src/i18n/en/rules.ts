import { plural } from './plural.js';

export const rules = {
  parameters: 'Parameters',
  thresholdLab: 'Threshold lab',
  health: 'Health',
  title: 'Rules',
  inForce: (set: number, count: number) =>
    `Set ${set} is in force with ${count} ${plural('en', count, 'rule', 'rules')}`,
  noneInForce: 'No rule is in force',
  create: 'New rule',
  search: 'Key or name',
  status: 'Status',
  anyStatus: 'Any status',
  statuses: {
    draft: 'draft',
    in_progress: 'in progress',
    in_review: 'in review',
    active: 'active',
    shadow: 'shadow',
    inactive: 'inactive',
    archived: 'archived',
  },
  columns: {
    rule: 'Rule',
    category: 'Category',
    score: 'Score',
    hits: 'Hits',
    hitRate: 'Hit rate',
    precision: 'Precision',
    unknown: 'Unknown',
    time: 'Time',
  },

  more: 'More about rules',
  paused: 'guard tripped',
  staged: (version: number) => `version ${version} waits`,
  withoutFigures: 'The figures of the rules could not be read.',
  empty: 'No rules yet',
  emptyTells: 'A rule says in words when a payment is stopped or looked at. Begin with an example and change it.',
  emptyStart: 'Begin with an example',
  nothingFound: 'No rule is as the filters say',
  notYet: '–',
};
