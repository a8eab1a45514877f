import type { RuleStatus } from './rules-search.js';

interface Sign {
  readonly sign: string;
  readonly tone: 'plain' | 'good' | 'warning' | 'error';
}

/** A shape and a colour for each status, shown next to its name. */
export const ruleSigns: Readonly<Record<RuleStatus, Sign>> = {
  draft: { sign: '○', tone: 'plain' },
  in_progress: { sign: '○', tone: 'plain' },
  in_review: { sign: '◔', tone: 'warning' },
  active: { sign: '●', tone: 'good' },
  shadow: { sign: '◐', tone: 'plain' },
  inactive: { sign: '◌', tone: 'plain' },
  archived: { sign: '×', tone: 'plain' },
};
