export const automationStates = ['on', 'off', 'archived'] as const;
export type AutomationState = (typeof automationStates)[number];

export const executionStatuses = ['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled'] as const;
export type ExecutionStatus = (typeof executionStatuses)[number];

/** Filter of the list of automations in the URL. */
export interface AutomationsSearch {
  readonly state?: AutomationState;
  readonly name?: string;
}

/** Filter of the executions of an automation, and the execution that is open next to them. */
export interface ExecutionsSearch {
  readonly status?: ExecutionStatus;
  readonly cursor?: string;
  readonly open?: string;
}

const text = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 500;

export function readAutomationsSearch({ name, ...given }: Readonly<Record<string, unknown>>): AutomationsSearch {
  const state = automationStates.find((each) => each === given['state']);
  return { ...(state && { state }), ...(text(name) && { name }) };
}

export function readAutomationSearch({ cursor, open, ...given }: Readonly<Record<string, unknown>>): ExecutionsSearch {
  const status = executionStatuses.find((each) => each === given['status']);
  return { ...(status && { status }), ...(text(cursor) && { cursor }), ...(text(open) && { open }) };
}
