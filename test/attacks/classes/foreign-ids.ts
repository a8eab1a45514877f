import { requestOf } from '../../../apps/api/test/support/ask-route.js';
import { tenancyCases } from '../../../apps/api/test/support/route-cases.js';
import type { TestResponse } from '../../../apps/api/test/support/start-test-api.js';
import type { RecordName, TenantRecords } from '../../../apps/api/test/support/tenant-records.js';
import type { Attack } from '../attack.js';
import { parametersOf } from '../described-routes.js';
import { rightsOf } from '../route-rights.js';
import { foreignMark, type World } from '../world.js';

/** The kind of record of the other organization whose id a parameter receives: none of its records may be found. */
const recordOf: Readonly<Record<string, RecordName>> = {
  entityId: 'entity',
  entityExternalId: 'externalId',
  externalId: 'externalId',
  originExternalId: 'externalId',
  destinationExternalId: 'externalId',
  taxId: 'taxId',
  transactionId: 'transaction',
  userEventId: 'userEvent',
  ruleId: 'rule',
  ruleIds: 'rule',
  riskMatrixId: 'riskMatrix',
  matrixId: 'riskMatrix',
  dryRunId: 'dryRun',
  ruleSetVersion: 'ruleSet',
  to: 'ruleSet',
  jobId: 'batchJob',
  actorId: 'apiKey',
  resourceId: 'entity',
  assignedTo: 'member',
  assigneeId: 'member',
  investigationId: 'investigation',
  search: 'entity',
};

/** Returns `null` if the response contains nothing of the other organization except what was sent, and no internal error occurred. */
const shownOf =
  (theirs: TenantRecords) =>
  ({ status, text }: TestResponse): string | null => {
    const sent = Object.values(theirs).filter((value: string) => value.startsWith(`${foreignMark}-`)) as string[];
    const other = sent.reduce((rest, value) => rest.replaceAll(value, ''), text);
    return status >= 500 || other.includes(foreignMark) ? `${status} ${text}` : null;
  };

/** Returns attacks with ids of another organization: in paths, in queries, in bodies, and in the header that names the organization. */
export function foreignIds({ api, routes, mine, theirs }: World): readonly Attack[] {
  const asked = routes.filter(({ name }) => rightsOf.get(name)!.who === 'key');
  const shown = shownOf(theirs);
  const inPaths = asked
    .filter(({ name }) => 'record' in tenancyCases[name]!)
    .map((route) => ({
      what: `${route.name} about a record of another organization`,
      got: async () => {
        const { path, ...request } = requestOf(route, theirs);
        const answer = await api.call(path, request);
        return answer.status === 404 ? shown(answer) : `${answer.status} ${answer.text}`;
      },
    }));
  const inQueries = asked.flatMap((route) =>
    parametersOf(route)
      .filter(({ name, in: where }) => where === 'query' && name in recordOf)
      .map(({ name }) => ({
        what: `${route.name} with ?${name}= of another organization`,
        got: async () => {
          const { path, ...request } = requestOf(route, mine);
          const value = encodeURIComponent(theirs[recordOf[name]!]);
          return shown(await api.call(`${path}${path.includes('?') ? '&' : '?'}${name}=${value}`, request));
        },
      })),
  );
  const inBodies = asked
    .filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method))
    .map((route) => ({
      what: `${route.name} with a body about another organization`,
      got: async () => {
        const { path, method } = requestOf(route, mine);
        const { body } = requestOf(route, theirs);
        return shown(await api.call(path, { method, ...(body && { body }) }));
      },
    }));
  const inHeaders = asked.flatMap((route) =>
    [api.stranger.organizationId, api.sandbox.organizationId, '*', '00000000-0000-7000-8000-0000000000f1'].map(
      (organization) => ({
        what: `${route.name} in the name of organization ${organization}`,
        got: async () => {
          const { path, ...request } = requestOf(route, theirs);
          const answer = await api.call(path, { ...request, headers: { 'x-organization-id': organization } });
          return answer.status === 403 ? shown(answer) : `${answer.status} ${answer.text}`;
        },
      }),
    ),
  );
  return [...inPaths, ...inQueries, ...inBodies, ...inHeaders];
}
