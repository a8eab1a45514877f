import { loadCode } from '../../../data/load-code.js';
import type { components } from '@tamis/client';
import { Link } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense } from 'react';
import { useFormats, useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Time, ToldTime } from '../../../shell/time.js';
import { Loading } from '../../../ui/index.js';
import { DecisionBadge, type TransactionsSearch } from '../../transactions/index.js';
import {
  accountsQuery,
  alertsOfPartyQuery,
  casesOfPartyQuery,
  devicesQuery,
  matchesOfPartyQuery,
  ownersQuery,
  transactionsOfPartyQuery,
  relationshipsQuery,
} from '../queries.js';
import { PartySection, type PartySectionProps } from './party-section.js';

// Its texts are not loaded for the first screen.
const DocumentRequests = lazy(async () => ({
  default: (await loadCode(() => import('./document-requests.js'))).DocumentRequests,
}));

const StatusHistory = lazy(async () => ({
  default: (await loadCode(() => import('./status-history.js'))).StatusHistory,
}));

interface SectionsProps {
  readonly entityId: string;
  readonly type: string;
  readonly email: string | null;
}

/** Everything about a party. Each section is read, fails and checks permissions independently. */
export function PartySections({ entityId, type, email }: SectionsProps) {
  const text = useText().shell;
  return (
    <div className={screen['grid']}>
      <Alerts entityId={entityId} />
      <Payments entityId={entityId} />
      <Relationships entityId={entityId} />
      {type === 'company' && <Owners entityId={entityId} />}
      <Matches entityId={entityId} />
      <Cases entityId={entityId} />
      <Accounts entityId={entityId} />
      <Devices entityId={entityId} />
      <Suspense fallback={<Loading>{text.loading}</Loading>}>
        <StatusHistory entityId={entityId} />
      </Suspense>
      {(type === 'person' || type === 'company') && (
        <Suspense fallback={<Loading>{text.loading}</Loading>}>
          <DocumentRequests entityId={entityId} email={email} />
        </Suspense>
      )}
    </div>
  );
}

type Part = keyof ReturnType<typeof useText>['parties']['parts'];

type SectionProps<Row> = Omit<PartySectionProps<Row>, 'part' | 'title' | 'none'> & { readonly part: Part };

function Section<Row extends { readonly id?: string }>(props: SectionProps<Row>) {
  const text = useText().parties;
  return <PartySection {...props} title={text.parts[props.part]} none={text.noneOf[props.part]} />;
}

type Schemas = components['schemas'];

interface OfParty {
  readonly entityId: string;
}

function Alerts({ entityId }: OfParty) {
  const text = useText().inbox;
  const { organizationId } = usePlace();
  return (
    <Section<Schemas['AlertDto']>
      part="alerts"
      permission="alerts:read"
      query={alertsOfPartyQuery(organizationId, entityId)}
      row={({ id, name, priority, status }) => (
        <>
          <Link to="/$organizationId/inbox" params={{ organizationId }} search={{ open: id }}>
            {name}
          </Link>{' '}
          · {text.priorities[priority]} · {(text.statuses as Readonly<Record<string, string>>)[status] ?? status}
        </>
      )}
    />
  );
}

function Payments({ entityId }: OfParty) {
  const text = useText().parties;
  const formats = useFormats();
  const { organizationId } = usePlace();
  return (
    <Section<Schemas['TransactionItemDto']>
      part="payments"
      permission="transactions:read"
      query={transactionsOfPartyQuery(organizationId, entityId)}
      row={({ id, externalId, amount, currency, transactedAt, decision, origin }) => (
        <>
          <span aria-label={origin.entityId === entityId ? text.paid : text.got}>
            {origin.entityId === entityId ? '→' : '←'}
          </span>{' '}
          <Link to="/$organizationId/payments/$transactionId/why" params={{ organizationId, transactionId: id }}>
            {externalId}
          </Link>{' '}
          · {formats.money(amount, currency)} · <Time at={transactedAt} /> <DecisionBadge decision={decision} />
        </>
      )}
      all={
        <Link to="/$organizationId/payments" params={{ organizationId }} search={{ entityId }}>
          {text.allPayments}
        </Link>
      }
    />
  );
}

function PartyOf({ id, name }: { readonly id: string; readonly name: string | null }) {
  const { organizationId } = usePlace();
  return (
    <Link to="/$organizationId/parties/$entityId" params={{ organizationId, entityId: id }}>
      {name ?? id.slice(0, 8)}
    </Link>
  );
}

function Relationships({ entityId }: OfParty) {
  const formats = useFormats();
  const { organizationId } = usePlace();
  return (
    <Section<Schemas['RelationshipDto']>
      part="relationships"
      permission="entities:read"
      query={relationshipsQuery(organizationId, entityId)}
      row={({ direction, relationshipType, role, strength, related }) => (
        <>
          <span aria-hidden="true">{direction === 'incoming' ? '←' : '→'}</span>{' '}
          <span lang="en">{[relationshipType, role].filter(Boolean).join(', ')}</span>
          {strength !== null && ` ${formats.share(strength)}`} · <PartyOf id={related.id} name={related.name} />
        </>
      )}
    />
  );
}

function Owners({ entityId }: OfParty) {
  const { organizationId } = usePlace();
  return (
    <Section<Schemas['BeneficialOwnerDto'] & { readonly id?: string }>
      part="owners"
      permission="entities:read"
      query={ownersQuery(organizationId, entityId)}
      row={({ entity, leastPercent, mostPercent }) => (
        <>
          <PartyOf id={entity.id} name={entity.name} /> ·{' '}
          {leastPercent === mostPercent ? `${leastPercent} %` : `${leastPercent} – ${mostPercent} %`}
        </>
      )}
    />
  );
}

function Matches({ entityId }: OfParty) {
  const text = useText().parties;
  const formats = useFormats();
  const { organizationId } = usePlace();
  return (
    <Section<Schemas['StoredMatchDto']>
      part="matches"
      permission="alerts:read"
      query={matchesOfPartyQuery(organizationId, entityId)}
      row={({ id, entry, list, score, state }) => (
        <>
          <Link to="/$organizationId/inbox" params={{ organizationId }} search={{ kind: 'matches', open: id }}>
            {entry.names[0]?.text ?? list}
          </Link>{' '}
          · {list} · {formats.share(score)} · {text.matchStates[state]}
        </>
      )}
    />
  );
}

function Cases({ entityId }: OfParty) {
  const text = useText().inbox;
  const { organizationId } = usePlace();
  return (
    <Section<Schemas['InvestigationDto']>
      part="cases"
      permission="cases:read"
      query={casesOfPartyQuery(organizationId, entityId)}
      row={({ id, investigationNumber, name, status }) => (
        <>
          <Link to="/$organizationId/cases/$caseId" params={{ organizationId, caseId: id }}>
            {investigationNumber}
          </Link>{' '}
          · {name} · {text.statuses[status]}
        </>
      )}
    />
  );
}

function Accounts({ entityId }: OfParty) {
  const text = useText().parties;
  const { organizationId, permissions } = usePlace();
  return (
    <Section<Schemas['AccountDto']>
      part="accounts"
      permission="entities:read"
      query={accountsQuery(organizationId, entityId)}
      row={({
        accountType,
        currency,
        status,
        bankName,
        iban,
        accountNumber,
        pixKey,
        cbu,
        cvu,
        clabe,
        walletAddress,
      }) => (
        <>
          <span lang="en">
            {[
              accountType,
              bankName,
              iban ?? accountNumber ?? pixKey ?? cbu ?? cvu ?? clabe ?? walletAddress,
              currency,
              status,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          {accountNumber !== null && permissions.includes('entities:read_sensitive') && (
            <>
              {' · '}
              <PaymentsOf search={{ accountNumber }}>{text.parts.payments}</PaymentsOf>
            </>
          )}
        </>
      )}
    />
  );
}

/** Links to transactions with the same value, for users who may read transactions. */
function PaymentsOf({ search, children }: { readonly search: TransactionsSearch; readonly children: ReactNode }) {
  const { organizationId, permissions } = usePlace();
  if (!permissions.includes('transactions:read')) return children;
  return (
    <Link to="/$organizationId/payments" params={{ organizationId }} search={search}>
      {children}
    </Link>
  );
}

function Devices({ entityId }: OfParty) {
  const text = useText().parties;
  const { organizationId } = usePlace();
  return (
    <Section<Schemas['DeviceDto']>
      part="devices"
      permission="devices:read"
      query={devicesQuery(organizationId, entityId)}
      row={({ deviceId, platform, isBlocked, lastSeenAt }) => (
        <>
          <PaymentsOf search={{ deviceId }}>
            <code>{deviceId}</code>
          </PaymentsOf>{' '}
          {platform !== null && `· ${platform} `}· <ToldTime told={text.lastSeen} at={lastSeenAt} />
          {isBlocked && ` · ${text.statuses.blocked}`}
        </>
      )}
    />
  );
}
