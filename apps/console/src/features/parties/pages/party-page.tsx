import type { components } from '@tamis/client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useFormats, useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { useLiveReads } from '../../../shell/live.js';
import { usePlace } from '../../../shell/place.js';
import { RecordFailure } from '../../../shell/record-failure.js';
import screen from '../../../shell/screen.module.css';
import { Time } from '../../../shell/time.js';
import { buttonClass, FailureNotice, Loading } from '../../../ui/index.js';
import classes from '../parties.module.css';
import { PartySections } from '../parts/party-sections.js';
import { ChangeStatus, PartyStatus } from '../parts/party-status.js';
import { partyQuery } from '../queries.js';

/** A4: details of a party, and everything related to it. */
export function PartyPage() {
  const text = useText().parties;
  return (
    <Guarded title={text.one} permission="entities:read">
      <Party />
    </Guarded>
  );
}

function Party() {
  const text = useText();
  const { organizationId } = usePlace();
  const { entityId } = useParams({ from: '/$organizationId/parties/$entityId' });
  const { data: party, error, isPending, refetch } = useQuery(partyQuery(organizationId, entityId));
  const queries = useQueryClient();
  const read = (part: string) => () =>
    void queries.invalidateQueries({ queryKey: [organizationId, 'entities', entityId, part] });
  useLiveReads(['alert:created', 'alert:updated'], read('alerts'), 'inbox');
  useLiveReads(['case:created', 'case:updated'], read('cases'), 'inbox');
  useLiveReads(['transaction:created'], read('payments'));
  if (error && !party)
    return <RecordFailure title={text.parties.one} error={error} retry={() => void refetch()} screen="parties" />;
  if (isPending) return <Loading>{text.shell.loading}</Loading>;
  return (
    <>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      <div className={screen['head']}>
        <h1>{party.name}</h1>
        <p>
          <Link
            className={buttonClass}
            to="/$organizationId/parties/$entityId/graph"
            params={{ organizationId, entityId }}
          >
            {text.parties.graph}
          </Link>{' '}
          <ChangeStatus entityId={entityId} name={party.name} status={party.status} />
        </p>
      </div>
      <Facts party={party} />
      <PartySections key={entityId} entityId={entityId} type={party.type} email={party.email} />
    </>
  );
}

function Facts({ party }: { readonly party: components['schemas']['EntityDto'] }) {
  const text = useText().parties;
  const formats = useFormats();
  const types: Readonly<Record<string, string>> = text.types;
  const facts = [
    [text.type, types[party.type] ?? party.type],
    [text.country, party.countryCode],
    [text.taxId, party.taxId],
    [text.externalId, party.externalId],
    [text.risk, `${formats.number(party.riskScore)} · ${text.riskLevels[party.riskLevel]}`],
    [text.statusReason, party.statusReason],
    [text.identity, party.kycVerified ? text.verified : text.notVerified],
    [text.email, party.email],
    [text.phone, party.phone],
    [text.since, <Time key="createdAt" at={party.createdAt} look="both" />],
  ] as const;
  return (
    <div className={screen['panel']} data-facts>
      <p>
        <PartyStatus status={party.status} />
      </p>
      <dl className={classes['facts']}>
        {facts
          .filter(([, value]) => value !== null && value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
