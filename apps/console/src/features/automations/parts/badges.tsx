import { useAdminText } from '../../../i18n/admin.js';
import { Badge } from '../../../ui/index.js';
import type { Automation, Execution } from '../queries.js';

const stateOf = ({ archived, enabled, pauseReason }: Automation): 'archived' | 'on' | 'off' | 'paused' => {
  if (archived) return 'archived';
  if (enabled) return 'on';
  return pauseReason === null ? 'off' : 'paused';
};

const stateLooks = {
  on: ['good', '●'],
  off: ['plain', '○'],
  paused: ['error', '✗'],
  archived: ['plain', '○'],
} as const;

/** Whether an automation is enabled and waits for its trigger. */
export function AutomationBadge({ automation }: { readonly automation: Automation }) {
  const { states } = useAdminText().automations;
  const state = stateOf(automation);
  const [tone, sign] = stateLooks[state];
  return (
    <Badge tone={tone} sign={sign}>
      {states[state]}
    </Badge>
  );
}

const executionLooks = {
  queued: ['plain', '…'],
  running: ['plain', '…'],
  waiting: ['warning', '‖'],
  completed: ['good', '✓'],
  failed: ['error', '✗'],
  cancelled: ['plain', '○'],
} as const;

/** Status of an execution. */
export function ExecutionBadge({ status }: { readonly status: Execution['status'] }) {
  const { statuses } = useAdminText().automations;
  const [tone, sign] = executionLooks[status];
  return (
    <Badge tone={tone} sign={sign}>
      {statuses[status]}
    </Badge>
  );
}
