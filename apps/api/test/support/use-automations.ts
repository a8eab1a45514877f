import type { Call, Body, TestApi, TestResponse } from './start-test-api.js';
import { waitUntil } from './wait-until.js';

export interface ExecutionRow {
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
}

/** Provides the operations that tests of automations use. */
export function useAutomations(api: () => Pick<TestApi, 'call' | 'pool'>) {
  let count = 0;
  const call = (path: string, body?: object, more: Call = {}): Promise<TestResponse> =>
    api().call(path, { ...(body && { body }), ...more });
  const made = async (path: string, body: object): Promise<Body> => {
    const answer = await call(path, body);
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  };
  const rowsOf = async (automationId: string): Promise<readonly ExecutionRow[]> => {
    const { rows } = await api().pool.query<ExecutionRow>(
      'select id, status, reason from automation_executions where automation_id = $1 order by created_at, id',
      [automationId],
    );
    return rows;
  };
  const idOf = (answer: Body, name: string): string => (answer as Record<string, { id: string }>)[name]!.id;
  return {
    call,
    made,
    rowsOf,
    automation: async (triggerType: string, more: object): Promise<string> =>
      idOf(await made('/automations', { name: `On ${triggerType}`, triggerType, ...more }), 'automation'),
    newPerson: async (more: object = {}): Promise<string> => {
      const person = { type: 'person', name: `Ana ${(count += 1)}`, countryCode: 'BR', ...more };
      return idOf(await made('/entities', person), 'entity');
    },
    newPayment: async (entityId: string, amount: number): Promise<string> => {
      const payment = {
        externalId: `P-${(count += 1)}`,
        type: 'PAYMENT',
        amount,
        currency: 'USD',
        origin: { entityId },
      };
      return idOf(await made('/transactions', payment), 'transaction');
    },
    /** Returns the executions as soon as there are at least `most` and all have ended. */
    finished: async (automationId: string, most = 1): Promise<readonly ExecutionRow[]> => {
      await waitUntil(async () => {
        const rows = await rowsOf(automationId);
        return rows.length >= most && rows.every(({ status }) => !['queued', 'running'].includes(status));
      });
      return rowsOf(automationId);
    },
    stepsOf: async (executionId: string): Promise<readonly Body[]> => {
      const { rows } = await api().pool.query<Record<string, unknown>>(
        `select node_id as node, status, outcome, result::jsonb as result, error::jsonb as error from automation_steps
         where execution_id = $1 order by position`,
        [executionId],
      );
      return rows;
    },
    off: (id: string): Promise<TestResponse> => call(`/automations/${id}`, { enabled: false }, { method: 'PATCH' }),
  };
}
