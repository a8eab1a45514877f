import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats } from '../../../i18n/reader.js';
import { useApi, usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useUndo } from '../../../shell/undo.js';
import { Time } from '../../../shell/time.js';
import { Badge, Button, FailureNotice } from '../../../ui/index.js';
import { useRefused } from '../../admin/index.js';
import { amountOf } from '../model/cents.js';
import { type Execution, partyNameQuery, useBillingChanged } from '../reads.js';

const signs = {
  queued: { sign: '◌', tone: 'plain' },
  running: { sign: '◔', tone: 'plain' },
  succeeded: { sign: '✓', tone: 'good' },
  failed: { sign: '×', tone: 'error' },
  cancelled: { sign: '○', tone: 'warning' },
} as const;

interface TableProps {
  readonly executions: readonly Execution[];
  readonly onParty: (entityId: string) => void;
}

export function ExecutionTable({ executions, onParty }: TableProps) {
  const text = useAdminText().billing;
  return (
    <div className={screen['wide']}>
      <table>
        <thead>
          <tr>
            <th scope="col">{text.when}</th>
            <th scope="col">{text.groups.integration}</th>
            <th scope="col">{text.party}</th>
            <th scope="col">{text.state}</th>
            <th scope="col" className={screen['number']}>
              {text.cost}
            </th>
            <th scope="col" className={screen['number']}>
              {text.took}
            </th>
            <th scope="col">{text.error}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {executions.map((execution) => (
            <ExecutionRow key={execution.id} execution={execution} onParty={onParty} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ExecutionRow({ execution, onParty }: { readonly execution: Execution } & Pick<TableProps, 'onParty'>) {
  const text = useAdminText().billing;
  const formats = useFormats();
  const { state, cached, error, entityId, costCents, executionTime } = execution;
  return (
    <tr data-execution={state}>
      <td>
        <time data-row tabIndex={-1} dateTime={execution.createdAt}>
          <Time at={execution.createdAt} />
        </time>
      </td>
      <td title={execution.integrationCode}>{execution.integrationName}</td>
      <td>{entityId === null ? text.nobodyStored : <Party id={entityId} onParty={onParty} />}</td>
      <td>
        <Badge {...signs[state]}>{text.executionStates[state]}</Badge> {cached && text.cached}
      </td>
      <td className={screen['number']}>{formats.money(amountOf(costCents), 'USD')}</td>
      <td className={screen['number']}>{text.milliseconds(formats.number(executionTime))}</td>
      <td lang="en">
        {error && (
          <>
            <code>{error.code}</code> {error.message}
          </>
        )}
      </td>
      <td>
        {(state === 'failed' || state === 'cancelled') && entityId !== null && <AskAgain execution={execution} />}
      </td>
    </tr>
  );
}

/** The party of the request: links to its page, and to all requests about it. */
function Party({ id, onParty }: { readonly id: string } & Pick<TableProps, 'onParty'>) {
  const text = useAdminText().billing;
  const { organizationId, permissions } = usePlace();
  const mayRead = permissions.includes('entities:read');
  const { data } = useQuery(partyNameQuery(organizationId, id, mayRead));
  const name = data ?? id.slice(0, 8);
  return (
    <>
      {mayRead ? (
        <Link to="/$organizationId/parties/$entityId" params={{ organizationId, entityId: id }}>
          {name}
        </Link>
      ) : (
        name
      )}{' '}
      <Button look="quiet" aria-label={text.onlyAbout(name)} onClick={() => onParty(id)}>
        ⌕
      </Button>
    </>
  );
}

/** Sends a new request for the same party to the same integration, at the usual cost. */
function AskAgain({ execution: { integrationCode, integrationName, entityId } }: { readonly execution: Execution }) {
  const text = useAdminText().billing;
  const { organizationId, api } = useApi();
  const refused = useRefused()('enrichments:execute');
  const changed = useBillingChanged(organizationId);
  const { did } = useUndo();
  const asking = useMutation({
    mutationFn: () => {
      const body = { entityId: entityId!, integrationCodes: [integrationCode] };
      const headers = { prefer: 'respond-async' };
      return answerOf(api.POST('/integration-execution/marketplace/enrichment', { body, headers }));
    },
    onSuccess: async () => {
      did(text.askedAgain(integrationName), null);
      await changed();
    },
  });
  return (
    <>
      <Button refused={refused} disabled={asking.isPending} onClick={() => asking.mutate()}>
        {text.askAgain}
      </Button>
      {asking.error && <FailureNotice error={asking.error} />}
    </>
  );
}
