import { useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { OthersHere, useLiveReads } from '../../../shell/live.js';
import { useMay, usePlace } from '../../../shell/place.js';
import { RecordFailure } from '../../../shell/record-failure.js';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import { Empty, FailureNotice, Loading } from '../../../ui/index.js';
import classes from '../case.module.css';
import inboxClasses from '../inbox.module.css';
import { type CaseFile, caseTimeline } from '../model/case-timeline.js';
import { CaseAlerts } from '../parts/case-alerts.js';
import { CaseBar } from '../parts/case-bar.js';
import { CaseFacts } from '../parts/case-facts.js';
import { CaseParties } from '../parts/case-parties.js';
import { caseQuery } from '../parts/case-queries.js';
import { CaseTimelineList } from '../parts/case-timeline-list.js';
import { NoteField } from '../parts/note-field.js';

/** A3: a case, with its events, what each rule knew then, and what it would decide today. */
export function CasePage() {
  const text = useText();
  const { organizationId } = usePlace();
  const { caseId } = useParams({ from: '/$organizationId/cases/$caseId' });
  const { data, error, refetch } = useQuery({ ...caseQuery(organizationId, caseId), enabled: useMay('cases:read') });
  return (
    <Guarded title={data ? data.investigation.investigationNumber : text.cases.title} permission="cases:read">
      {error && !data && (
        <RecordFailure title={text.cases.title} error={error} retry={() => void refetch()} screen="inbox" />
      )}
      {error && data && <FailureNotice error={error} retry={() => void refetch()} />}
      {!error && !data && <Loading>{text.shell.loading}</Loading>}
      {data && <Case file={data} onNews={() => void refetch()} />}
    </Guarded>
  );
}

function Case({ file, onNews }: { readonly file: CaseFile; readonly onNews: () => void }) {
  const text = useText().cases;
  const { organizationId } = usePlace();
  const search = useSearch({ from: '/$organizationId/cases/$caseId' });
  const { id: caseId, investigationNumber, name } = file.investigation;
  useLiveReads(['case:updated', 'case:changed'], onNews, `case:${caseId}`);
  // Events of its alerts are sent to the inbox.
  useLiveReads(['alert:updated'], onNews, 'inbox');
  useRowKeys();
  const events = caseTimeline(file, search.only);
  const only = [undefined, 'decisions', 'people'] as const;
  const { only: _, ...kept } = search;
  return (
    <>
      <h1>
        {investigationNumber} {name}
      </h1>
      <OthersHere room={`case:${caseId}`} />
      <CaseFacts investigation={file.investigation} />
      <CaseBar file={file} />
      <div className={classes['columns']}>
        <section className={classes['panel']} aria-label={text.timeline}>
          <h2>{text.timeline}</h2>
          <div className={inboxClasses['tabs']} role="group" aria-label={text.show}>
            {only.map((each) => (
              <Link
                key={each ?? 'all'}
                to="/$organizationId/cases/$caseId"
                params={{ organizationId, caseId }}
                search={each === undefined ? kept : { ...search, only: each }}
                aria-current={search.only === each ? 'true' : undefined}
                replace
                resetScroll={false}
              >
                {text.only[each ?? 'all']}
              </Link>
            ))}
          </div>
          {events.length === 0 && <Empty title={text.nothing} />}
          <CaseTimelineList caseId={caseId} events={events} search={search} />
          <NoteField about="case" id={caseId} />
        </section>
        <div className={classes['side']}>
          <CaseParties file={file} />
          <CaseAlerts file={file} />
        </div>
      </div>
    </>
  );
}
