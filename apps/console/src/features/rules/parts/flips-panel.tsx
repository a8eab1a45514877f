import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useFormats, useText } from '../../../i18n/reader.js';
import { useKeys } from '../../../shell/keys.js';
import { News } from '../../../shell/news.js';
import { usePlace, useRefusal } from '../../../shell/place.js';
import { useRowKeys } from '../../../shell/use-row-keys.js';
import screen from '../../../shell/screen.module.css';
import { Badge, Button, FailureNotice } from '../../../ui/index.js';
import { DecisionBadge } from '../../transactions/index.js';
import classes from '../editor.module.css';
import { flipCounts, isFlip, isRuleFlip, type RecordFlip } from '../model/flips.js';
import { useFlips } from './use-flips.js';
import type { usePin } from './use-pin.js';

interface FlipsPanelProps {
  readonly text: string;
  readonly hasErrors: boolean;
  /** `null` if the rule is not stored or may not be changed, so that no record can become a test. */
  readonly pin: ReturnType<typeof usePin> | null;
}

const signs = { hit: '●', no_hit: '○', unknown: '?' } as const;
const secondMs = 1_000;
const pinKey = 't';

/** Decisions of the whole rule set on real records while the user types. Rows keep their position and only the decision changes. */
export function FlipsPanel({ text: source, hasErrors, pin }: FlipsPanelProps) {
  const { editor: text, shell } = useText();
  const refusal = useRefusal()('rules:execute');
  const { query, records, newer, useNewer } = useFlips(hasErrors ? null : source);
  const ruleFlips = records.filter((each) => isRuleFlip(each) && !isFlip(each)).length;
  const flips = records.filter(isFlip).length;
  useRowKeys();
  useKeys({ t: () => pin?.mutate(focusedRecord() ?? records[0]?.evaluationId ?? '') });
  return (
    <section className={classes['panel']} aria-label={text.flips} data-flips={query.isFetching ? 'running' : 'shown'}>
      <h2>{text.flips}</h2>
      <p className={screen['soft']}>{refusal === null ? text.flipsTell : shell.needs(refusal)}</p>
      <News count={newer} onShow={useNewer} />
      {query.error && !hasErrors && <FailureNotice error={query.error} retry={() => void query.refetch()} />}
      {query.data && records.length === 0 && <p>{text.noPaymentsTells}</p>}
      {pin?.error && <FailureNotice error={pin.error} />}
      {records.length > 0 && (
        <p role="status">
          <strong>{flips > 0 ? text.flipCount(flips, records.length) : text.noFlips(records.length)}</strong>
          <FlipCounts records={records} />
          {ruleFlips > 0 && <span> · {text.ruleFlips(ruleFlips)}</span>}
          {query.isFetching && <span> · {text.running}</span>}
        </p>
      )}
      {hasErrors && query.data && records.length > 0 && <Stale since={query.data.answeredAtMs} />}
      <div className={`${classes['scroll']} ${hasErrors ? classes['stale'] : ''}`} tabIndex={0}>
        <table>
          <tbody>
            {records.map((record) => (
              <FlipRow key={record.evaluationId} record={record} pin={pin} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function FlipCounts({ records }: { readonly records: readonly RecordFlip[] }) {
  const { decisions } = useText().transactions;
  return flipCounts(records).map(([decision, count]) => (
    <span key={decision}>
      {' '}
      · +{count} {decisions[decision]}
    </span>
  ));
}

/** Age of the last successful response. It is updated every second, but not announced by screen readers each time. */
function Stale({ since }: { readonly since: number }) {
  const text = useText().editor;
  const formats = useFormats();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), secondMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <p>
      {text.stale} · <span aria-hidden="true">{formats.since(new Date(since).toISOString(), now)}</span>
    </p>
  );
}

/** Returns the record whose row has the focus. */
const focusedRecord = (): string | undefined =>
  document.activeElement?.closest<HTMLElement>('[data-evaluation]')?.dataset['evaluation'];

interface FlipRowProps extends Pick<FlipsPanelProps, 'pin'> {
  readonly record: RecordFlip;
}

function FlipRow({ record, pin }: FlipRowProps) {
  const text = useText().editor;
  const formats = useFormats();
  const { organizationId } = usePlace();
  const { recordType, recordId, externalId, amount, currency, before, after, rules } = record;
  const flips = isFlip(record);
  const name = externalId ?? recordId;
  const [rule] = rules;
  return (
    <tr className={flips ? classes['flip'] : ''} data-flip={flips || undefined} data-evaluation={record.evaluationId}>
      <th scope="row">
        {recordType === 'transaction' ? (
          <Link
            data-row
            to="/$organizationId/payments/$transactionId/why"
            params={{ organizationId, transactionId: recordId }}
          >
            {name}
          </Link>
        ) : (
          name
        )}
      </th>
      <td className={screen['number']}>{amount !== null && currency !== null && formats.money(amount, currency)}</td>
      <td>
        {flips && (
          <>
            <DecisionBadge decision={before.decision} /> <span aria-hidden="true">▸▸</span>
            <span className="hidden">{text.becomes}</span>{' '}
          </>
        )}
        <DecisionBadge decision={after.decision} />
      </td>
      <td>
        {rule?.after && (
          <Badge sign={signs[rule.after]} tone={isRuleFlip(record) ? 'warning' : 'plain'}>
            {text.outcomes[rule.after]}
          </Badge>
        )}
      </td>
      {pin && (
        <td className={classes['pin']}>
          <Button
            look="quiet"
            aria-label={text.pinOf(name)}
            disabled={pin.isPending}
            onClick={() => pin.mutate(record.evaluationId)}
          >
            {text.pin}
          </Button>
          <kbd aria-hidden="true">{pinKey}</kbd>
        </td>
      )}
    </tr>
  );
}
