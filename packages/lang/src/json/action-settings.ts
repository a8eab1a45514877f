import type { ActionType } from './action-json.js';

/** Settings of each action in JSON: those the text has words for, and those that stand in `with { … }`. */
export const actionSettings: Readonly<
  Record<ActionType, { readonly words: readonly string[]; readonly more: readonly string[] }>
> = {
  createAlert: {
    words: ['severity', 'title', 'dedupeKey', 'dedupeHours'],
    more: ['type', 'description', 'category', 'assignedTo', 'assignedToType'],
  },
  suggestion: { words: ['value'], more: [] },
  updateEntityStatus: { words: ['target', 'status', 'reason'], more: [] },
  updateTransactionStatus: { words: ['target', 'status', 'reason'], more: [] },
  assignUser: { words: ['userId', 'teamId'], more: [] },
  addFieldToCustomList: { words: ['mappings', 'reason'], more: [] },
  createInvestigation: { words: ['priority', 'name'], more: ['assignedTo', 'assignedToType', 'dueInHours'] },
  runAutomation: { words: ['automationId'], more: [] },
  sendNotification: { words: ['channel', 'message'], more: ['template', 'recipients'] },
  setCustomKeys: { words: ['keys'], more: [] },
};
