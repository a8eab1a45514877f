import { useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats } from '../../../i18n/reader.js';
import screen from '../../../shell/screen.module.css';
import { Field } from '../../../ui/index.js';
import { AskDialog, Choice } from '../../admin/index.js';
import { type Automation, type TestBody, type TestOutcome, useAutomationActs } from '../queries.js';
import { CauseText } from '../../transactions/index.js';
import { JsonField, useJsonField } from './json-field.js';
import { RecordField } from './record-field.js';
import { useNames } from './use-names.js';

const modes = ['transaction', 'entity', 'data', 'days'] as const;
type Mode = (typeof modes)[number];

/** Triggers that leave no records, so that there is no past to test on. */
const withoutHistory: ReadonlySet<string> = new Set([
  ...['manual_execution', 'scheduled', 'webhook_received', 'kyc_validation_completed'],
]);

const dayMs = 86_400_000;
const mostDays = 90;

interface TestProps {
  readonly automation: Automation;
  readonly onClose: () => void;
}

/** Shows what an automation would do, without doing it. */
export function TestDialog({ automation: { id, name, triggerType }, onClose }: TestProps) {
  const text = useAdminText().automations;
  const { testing } = useAutomationActs();
  const offered = modes.filter((each) => each !== 'days' || !withoutHistory.has(triggerType));
  const [mode, setMode] = useState<Mode>(offered.includes('days') ? 'days' : 'data');
  const [recordId, setRecordId] = useState('');
  const [days, setDays] = useState(30);
  const isOfRecord = mode === 'transaction' || mode === 'entity';
  const data = useJsonField();
  const bodies: Readonly<Record<Mode, () => TestBody>> = {
    transaction: () => ({ transactionId: recordId }),
    entity: () => ({ entityId: recordId }),
    data: () => ({ data: { ...data.value } }),
    days: () => {
      const now = Date.now();
      return { history: { from: new Date(now - days * dayMs).toISOString(), to: new Date(now).toISOString() } };
    },
  };
  return (
    <AskDialog
      title={text.testTitle(name)}
      label={text.testNow}
      error={testing.error}
      isPending={testing.isPending}
      refused={mode === 'data' ? data.refused : isOfRecord && recordId === '' ? text.noRecord : null}
      onSend={() => testing.mutate({ id, body: bodies[mode]() })}
      onClose={onClose}
    >
      <p>{text.testTells}</p>
      <Choice<Mode>
        label={text.testOn}
        value={mode}
        options={offered.map((each) => [each, text.testModes[each]] as const)}
        onChange={(next) => {
          setMode(next);
          setRecordId('');
        }}
      />
      {isOfRecord && <RecordField key={mode} kind={mode} value={recordId} onChange={setRecordId} />}
      {mode === 'data' && <JsonField label={text.data} field={data} rows={6} />}
      {mode === 'days' && (
        <Field
          label={text.days}
          type="number"
          required
          min={1}
          max={mostDays}
          value={days}
          onChange={(event) => setDays(event.target.valueAsNumber)}
        />
      )}
      {testing.data?.nodes && <TestedNodes nodes={testing.data.nodes} />}
      {testing.data?.report && <Report report={testing.data.report} days={days} />}
    </AskDialog>
  );
}

interface TestedNode {
  readonly nodeId: string;
  readonly reached: boolean;
  readonly outcome?: 'true' | 'false' | 'unknown';
  readonly because?: readonly Parameters<typeof CauseText>[0][];
  readonly action?: { readonly type: string; readonly config: object; readonly missingPaths: readonly string[] };
}

/** Shows each node for one record: the result of its condition, or the action it would perform. */
function TestedNodes({ nodes }: { readonly nodes: NonNullable<TestOutcome['nodes']> }) {
  const text = useAdminText().automations;
  const named = useNames();
  return (
    <div className={screen['wide']}>
      <table data-tested>
        <thead>
          <tr>
            <th scope="col">{text.columns.step}</th>
            <th scope="col">{text.columns.result}</th>
          </tr>
        </thead>
        <tbody>
          {(nodes as unknown as readonly TestedNode[]).map(({ nodeId, reached, outcome, because, action }) => (
            <tr key={nodeId}>
              <td>
                {action ? named.action(action.type) : text.condition} <code>{nodeId}</code>
              </td>
              <td className={screen['wraps']}>
                {!reached && <span className={screen['soft']}>{text.notReached}</span>}
                {outcome && text.outcomes[outcome]}{' '}
                {because?.map((cause) => (
                  <span key={`${cause.cause} ${cause.path ?? ''}`} className={screen['soft']}>
                    <CauseText {...cause} />
                  </span>
                ))}
                {reached && action && (
                  <>
                    {text.wouldDo} <code>{JSON.stringify(action.config)}</code>
                    {action.missingPaths.length > 0 && ` ${text.missing(action.missingPaths.join(', '))}`}
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface NodeCounts {
  readonly nodeId: string;
  readonly reached: number;
  readonly true: number;
  readonly false: number;
  readonly unknown: number;
}

interface ReportProps {
  readonly report: NonNullable<TestOutcome['report']>;
  readonly days: number;
}

/** Shows counts of what it would have done in the past days. */
function Report({ report, days }: ReportProps) {
  const { automations: text, unknowns } = useAdminText();
  const formats = useFormats();
  const causeTexts: Readonly<Record<string, string>> = unknowns.causes;
  const causes = Object.entries(report.unknownCauses);
  return (
    <div data-report>
      <p>{text.records(formats.number(report.records), days)}</p>
      {report.estimatedCostCents > 0 && <p>{text.cost(formats.money(report.estimatedCostCents / 100, 'USD'))}</p>}
      {causes.length > 0 && (
        <p>
          {text.unknownCauses}:{' '}
          {causes.map(([cause, count]) => `${causeTexts[cause] ?? cause} ${formats.number(count)}`).join(', ')}
        </p>
      )}
      <div className={screen['wide']}>
        <table>
          <thead>
            <tr>
              <th scope="col">{text.columns.step}</th>
              {[text.reached, text.outcomes.true, text.outcomes.false, text.outcomes.unknown].map((each) => (
                <th key={each} scope="col" className={screen['number']}>
                  {each}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {(report.nodes as unknown as readonly NodeCounts[]).map((node) => (
              <tr key={node.nodeId}>
                <td>
                  <code>{node.nodeId}</code>
                </td>
                {(['reached', 'true', 'false', 'unknown'] as const).map((each) => (
                  <td key={each} className={screen['number']}>
                    {formats.number(node[each])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
