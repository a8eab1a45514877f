import type { Body, TestApi } from './start-test-api.js';

export const often = `rule often "Often" {
  on transaction (created)
  score 30
  when count(transactions from origin in last 7h) >= 3
  then suggest FLAG
}
`;

/** Maximum time of a dry run in milliseconds. Dry runs over millions of records take long. */
const timeoutMs = 3_600_000;

interface DryRunStatus {
  readonly id: string;
  readonly status: string;
}

/** Waits until a dry run or sweep has ended, and returns it. `key` selects another organization. */
export async function waitForDryRun(api: TestApi, path: string, key?: string): Promise<Body> {
  for (const end = Date.now() + timeoutMs; Date.now() < end;) {
    const answer = await api.call(path, key === undefined ? {} : { key });
    const body = answer.body as { readonly dryRun?: DryRunStatus; readonly sweep?: DryRunStatus };
    const run = body.dryRun ?? body.sweep;
    if (!run) throw new Error(answer.text);
    if (!['queued', 'running'].includes(run.status)) return run;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${path} does not end`);
}

/** Starts a dry run and returns its result. `key` selects another organization. */
export async function runDryRun(api: TestApi, body: object, key?: string): Promise<Body> {
  const started = await api.call('/rules/dry-runs', { body, ...(key !== undefined && { key }) });
  if (started.status !== 202) throw new Error(started.text);
  return waitForDryRun(api, `/rules/dry-runs/${(started.body as { readonly dryRunId: string }).dryRunId}`, key);
}

/** Returns all rows of a list of matches, page by page. */
export async function allMatches(api: TestApi, path: string): Promise<Body[]> {
  const found: Body[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const separator = path.includes('?') ? '&' : '?';
    const answer = await api.call(`${path}${separator}limit=100${cursor && `&cursor=${cursor}`}`);
    if (answer.status !== 200) throw new Error(answer.text);
    const body = answer.body as { matches: Body[]; pagination: { nextCursor: string | null } };
    for (const match of body.matches) found.push(match);
    cursor = body.pagination.nextCursor;
  }
  return found;
}
