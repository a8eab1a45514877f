import type { components } from '@tamis/client';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import { Actions, Badge, Button, FailureNotice, Loading, Notice } from '../../../ui/index.js';
import { AsTest, decidingParts, DecisionBadge, TraceTree, transactionQuery } from '../../transactions/index.js';
import screen from '../../../shell/screen.module.css';
import classes from '../dry-runs.module.css';
import { explainedQuery } from '../queries.js';

type Explained = components['schemas']['ExplainedMatchDto'];
type Side = NonNullable<Explained['candidate']>;
type TraceNode = Side['rules'][number]['tree'];

const closeKey = 'Esc';
const signs = { hit: '●', no_hit: '○', unknown: '?' } as const;

interface RecordPanelProps {
  readonly dryRunId: string;
  readonly recordId: string;
  readonly onClose: () => void;
}

/** Shows, side by side, why both sides reached their results for a record. */
export function RecordPanel({ dryRunId, recordId, onClose }: RecordPanelProps) {
  const { dryRuns: text, shell } = useText();
  const { organizationId } = usePlace();
  const { data, error, refetch } = useQuery(explainedQuery(organizationId, dryRunId, recordId));
  const [match] = data?.matches ?? [];
  return (
    <section className={screen['panel']} aria-label={text.bothSides} data-explained>
      <div className={classes['head']}>
        <h2>{match?.externalId ?? recordId}</h2>
        <Button onClick={onClose}>
          {shell.close} <kbd>{closeKey}</kbd>
        </Button>
      </div>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {!error && !data && <Loading>{shell.loading}</Loading>}
      {data?.unexplained && (
        <Notice kind="warning">
          <strong>{text.unexplained}</strong>
          <p lang="en">{data.unexplained.message}</p>
        </Notice>
      )}
      {data && match?.recordType === 'transaction' && <OfTransaction explained={data} recordId={recordId} />}
      {data && (data.baseline || data.candidate) && (
        <div className={classes['sides']}>
          {data.baseline && <SideTrace title={text.before} side={data.baseline} other={data.candidate} is="before" />}
          {data.candidate && <SideTrace title={text.after} side={data.candidate} other={data.baseline} is="after" />}
        </div>
      )}
    </section>
  );
}

interface SideTraceProps {
  readonly title: string;
  readonly side: Side;
  readonly other: Side | null;
  readonly is: 'before' | 'after';
}

/** Shows rules with a different outcome on the other side first, with the parts that caused it. */
function SideTrace({ title, side, other, is }: SideTraceProps) {
  const { dryRuns: text, editor } = useText();
  const ruleOf = (of: Side | null, key: string) => of?.rules.find(({ ruleKey }) => ruleKey === key);
  const differs = (key: string): boolean =>
    other !== null && ruleOf(side, key)?.outcome !== ruleOf(other, key)?.outcome;
  const decidingOf = (key: string, tree: TraceNode) => {
    const theirs = ruleOf(other, key)?.tree ?? null;
    return is === 'before' ? decidingParts(tree, theirs).before : decidingParts(theirs, tree).after;
  };
  const rules = [...side.rules].sort((a, b) => Number(differs(b.ruleKey)) - Number(differs(a.ruleKey)));
  return (
    <section aria-label={title}>
      <h3>
        {title} <DecisionBadge decision={side.decision} /> <span>{text.score(side.totalScore)}</span>
      </h3>
      {rules.map(({ ruleKey, outcome, tree }) => (
        <details key={ruleKey} open={differs(ruleKey)}>
          <summary>
            <Badge sign={signs[outcome]} tone={outcome === 'hit' ? 'warning' : 'plain'}>
              {editor.outcomes[outcome]}
            </Badge>{' '}
            <strong>{ruleKey}</strong> {differs(ruleKey) && <em>{text.differs}</em>}
          </summary>
          <ul className={classes['trace']}>
            <TraceTree node={tree} {...(differs(ruleKey) && { deciding: decidingOf(ruleKey, tree) })} />
          </ul>
        </details>
      ))}
    </section>
  );
}

/** Links from a payment: the reasons for its decision, and a test of the rule with a different outcome. */
function OfTransaction({ explained, recordId }: { readonly explained: Explained; readonly recordId: string }) {
  const { transactions: text } = useText();
  const { organizationId, permissions } = usePlace();
  const mayRead = permissions.includes('transactions:read');
  const { data } = useQuery({ ...transactionQuery(organizationId, recordId), enabled: mayRead });
  const keys = new Set(explained.matches.flatMap(({ ruleKey }) => (ruleKey === null ? [] : [ruleKey])));
  const sides = [...(explained.baseline?.rules ?? []), ...(explained.candidate?.rules ?? [])];
  const rule = sides.find(({ ruleKey, ruleId }) => keys.has(ruleKey) && typeof ruleId === 'string');
  if (!mayRead) return null;
  return (
    <Actions>
      <Link to="/$organizationId/payments/$transactionId/why" params={{ organizationId, transactionId: recordId }}>
        {text.why}
      </Link>
      {rule && data?.lastEvaluationId && <AsTest evaluationId={data.lastEvaluationId} ruleId={rule.ruleId} />}
    </Actions>
  );
}
