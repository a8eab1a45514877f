import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { answerOf } from '../../../data/client.js';
import { sessionQuery } from '../../../data/session.js';
import { useText } from '../../../i18n/reader.js';
import { useApi, usePlace, useRefusal } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { type Act, useUndo } from '../../../shell/undo.js';
import { Time } from '../../../shell/time.js';
import { Button, Empty, FailureNotice, Loading } from '../../../ui/index.js';
import { useActivate } from '../parts/use-activate.js';
import { ruleSetsQuery } from '../queries.js';
import classes from '../releases.module.css';

const shownEntries = 50;

/** Recent actions of the user: those in this tab with undo, and earlier ones from the audit trail. */
export function RecentPage() {
  const { releases: text } = useText();
  const { permissions } = usePlace();
  const { acts, takeBack } = useUndo();
  return (
    <>
      <div className={screen['head']}>
        <div>
          <h1>{text.recent}</h1>
          <p>{text.recentTells}</p>
        </div>
      </div>
      <section className={classes['card']} aria-label={text.recentHere}>
        <h2>{text.recentHere}</h2>
        {acts.length === 0 && <p>{text.nothingHere}</p>}
        <ul className={classes['cards']}>
          {acts.map((act) => (
            <li key={act.id}>
              <ActLine act={act} onUndo={() => takeBack(act.id)} />
            </li>
          ))}
        </ul>
      </section>
      {permissions.includes('audit:read') ? <Earlier /> : <p>{text.noTrail('audit:read')}</p>}
    </>
  );
}

function ActLine({ act, onUndo }: { readonly act: Act; readonly onUndo: () => void }) {
  const { releases: text, shell } = useText();
  return (
    <div className={classes['line']}>
      <Time at={new Date(act.at).toISOString()} />
      <span>{act.told}</span>
      {act.state === 'undone' && <span>· {text.takenBack}</span>}
      {act.undo && act.state === 'done' && <Button onClick={onUndo}>{shell.undo}</Button>}
    </div>
  );
}

function Earlier() {
  const { releases: text, shell } = useText();
  const { organizationId, api } = useApi();
  const { data: session } = useQuery(sessionQuery);
  const actorId = session?.user.id ?? '';
  const trail = useQuery({
    queryKey: [organizationId, 'audit', 'mine', actorId],
    queryFn: async ({ signal }) => {
      const params = { query: { actorId, limit: shownEntries } };
      return (await answerOf(api.GET('/audit/events', { params, signal }))).events;
    },
    enabled: actorId !== '',
    staleTime: 0,
  });
  return (
    <section className={classes['card']} aria-label={text.recentTrail}>
      <h2>{text.recentTrail}</h2>
      {trail.isPending && <Loading>{shell.loading}</Loading>}
      {trail.error && <FailureNotice error={trail.error} retry={() => void trail.refetch()} />}
      {trail.data?.length === 0 && <Empty title={text.nothingYet} />}
      <ul className={classes['cards']}>
        {trail.data?.map(({ id, event, timestamp, summary, resourceType, resourceId }) => (
          <li key={id} className={classes['line']}>
            <Time at={timestamp} />
            <span lang="en">{summary}</span>
            {resourceType === 'rule' && resourceId && (
              <Link to="/$organizationId/rules/$ruleId" params={{ organizationId, ruleId: resourceId }}>
                {text.openIt}
              </Link>
            )}
            {event === 'rule_set_activated' && resourceId && <UndoSet version={resourceId} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Restores the set before one that is still active, even days later or in another browser. */
function UndoSet({ version }: { readonly version: string }) {
  const { releases: text, shell } = useText();
  const { organizationId } = usePlace();
  const { data } = useQuery(ruleSetsQuery(organizationId));
  const { activating } = useActivate();
  const needed = useRefusal()('rules:publish');
  const sets = data?.ruleSets;
  const active = sets?.find((each) => each.version === version && each.deactivatedAt === null);
  const before = sets
    ?.filter((each) => each.deactivatedAt !== null)
    .reduce((last, each) => (!last || (each.deactivatedAt ?? '') > (last.deactivatedAt ?? '') ? each : last), sets[0]);
  if (!active || !before || before.version === active.version) return null;
  return (
    <>
      {activating.error && <FailureNotice error={activating.error} />}
      <Button
        refused={needed && shell.needs(needed)}
        disabled={activating.isPending}
        onClick={() => activating.mutate({ set: before, over: active, reason: text.undoReason(active.number) })}
      >
        {text.backTo(before.number)}
      </Button>
    </>
  );
}
