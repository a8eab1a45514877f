import { newId } from '../../src/platform/database/index.js';
import type { TestApi } from './start-test-api.js';

/** Creates a team, which also exists in the sandbox, and returns its id. */
export async function createTeam(api: Pick<TestApi, 'call'>): Promise<string> {
  const answer = await api.call('/teams', { body: { name: `Team ${newId()}` } });
  if (answer.status !== 201) throw new Error(answer.text);
  return (answer.body as { team: { id: string } }).team.id;
}
