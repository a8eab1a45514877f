import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { Guarded } from '../../../shell/guarded.js';
import { useKeys } from '../../../shell/keys.js';
import { useLive, useLiveReads } from '../../../shell/live.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { buttonClass, Empty } from '../../../ui/index.js';
import { ruleSetQuery } from '../../releases/index.js';
import { firstTransaction } from '../model/shown-figures.js';
import { LatencyTile, PaymentsTile, StateTile } from '../parts/flow-tiles.js';
import { goToTile, tileNames } from '../parts/tile.js';
import { AttentionTile, RulesTile, WorkTile } from '../parts/work-tiles.js';
import { anyTransactionQuery, ruleTotalsQuery, seriesQuery, summaryQuery } from '../queries.js';

const address = '/$organizationId/operate';

/** O1: shows whether everything is working. */
export function OperatePage() {
  const text = useAdminText().operations;
  return (
    <Guarded title={text.title} permission="operations:read">
      <Operate />
    </Guarded>
  );
}

function Operate() {
  const text = useAdminText().operations;
  const { organizationId } = usePlace();
  const { kiosk } = useSearch({ from: address });
  const summary = useQuery(summaryQuery(organizationId));
  useFigures();
  useKiosk(kiosk === true);
  useKeys(Object.fromEntries(tileNames.map((name, place) => [String(place + 1), () => goToTile(name)])));
  return (
    <>
      <div className={screen['head']}>
        <div>
          <h1>{text.title}</h1>
          <p>{text.titleTells}</p>
        </div>
        <Link
          className={buttonClass}
          to={address}
          params={{ organizationId }}
          search={kiosk === true ? {} : { kiosk: true }}
        >
          {kiosk === true ? text.leaveKiosk : text.kiosk}
        </Link>
      </div>
      <FirstTransaction />
      <div className={screen['grid']}>
        <StateTile summary={summary} />
        <PaymentsTile summary={summary} />
        <LatencyTile summary={summary} />
        <RulesTile />
        <WorkTile />
        <AttentionTile summary={summary} />
      </div>
    </>
  );
}

/** Applies the figures that are sent every few seconds. After a gap, everything is read again. */
function useFigures(): void {
  const { organizationId } = usePlace();
  const queries = useQueryClient();
  const { queryKey } = summaryQuery(organizationId);
  const readAgain = (): void => void queries.invalidateQueries({ queryKey: [organizationId, 'operations'] });
  useLive(
    {
      'operations:summary': (told) => queries.setQueryData(queryKey, { success: true, ...told }),
    },
    { room: 'operations', onGap: readAgain },
  );
  useLiveReads(['rule-set:activated', 'rule:guard-tripped'], () => {
    for (const { queryKey: key } of [ruleSetQuery(organizationId), ruleTotalsQuery(organizationId)])
      void queries.invalidateQueries({ queryKey: key });
    void queries.invalidateQueries({ queryKey });
  });
}

/** Hides everything outside of the page. `Esc` shows it again. */
function useKiosk(isKiosk: boolean): void {
  const { organizationId } = usePlace();
  const navigate = useNavigate();
  useEffect(() => {
    if (!isKiosk) return;
    document.documentElement.dataset['kiosk'] = 'true';
    return () => {
      delete document.documentElement.dataset['kiosk'];
    };
  }, [isKiosk]);
  useKeys(isKiosk ? { Escape: () => void navigate({ to: address, params: { organizationId }, search: {} }) } : {});
}

/** Shown until there is a transaction: explains how to send one. */
function FirstTransaction() {
  const text = useAdminText().operations;
  const { organizationId, permissions } = usePlace();
  const queries = useQueryClient();
  const mayRead = permissions.includes('transactions:read');
  const any = useQuery({ ...anyTransactionQuery(organizationId), enabled: mayRead });
  const isEmpty = any.data === false;
  useLiveReads(isEmpty ? ['transaction:created'] : [], () => {
    for (const { queryKey } of [anyTransactionQuery(organizationId), seriesQuery(organizationId)])
      void queries.invalidateQueries({ queryKey });
    void queries.invalidateQueries({ queryKey: [organizationId, 'operations', 'decisions'] });
  });
  if (!isEmpty) return null;
  return (
    <Empty title={text.empty}>
      <p>{text.emptyTells}</p>
      <pre tabIndex={0} data-curl>
        {firstTransaction(location.origin, organizationId)}
      </pre>
    </Empty>
  );
}
