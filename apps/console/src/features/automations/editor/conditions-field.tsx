import type { RuleEditor } from '@tamis/rule-editor';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { answerOf, clientOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import { Button, FailureNotice, Loading } from '../../../ui/index.js';
import { Choice } from '../../admin/index.js';
import { RuleText } from '../../rules/index.js';
import classes from '../automations.module.css';
import { conditionText } from '../model/definition.js';
import { isSameJson } from '../model/written.js';
import { useParts } from './catalogue.js';
import { Problem } from './labeled.js';

interface FieldProps {
  /** Identifies these conditions among those that are checked for being readable. */
  readonly at: string;
  readonly label: string;
  readonly conditions: readonly unknown[];
  readonly problems: readonly string[];
  readonly onChange: (conditions: readonly unknown[]) => void;
}

/** Conditions, shown as comparisons and edited in the rules language. */
export function ConditionsField(props: FieldProps) {
  const { label, conditions, problems } = props;
  const text = useAdminText().automations.editor;
  const { shell } = useText();
  const { trigger, isReadOnly, editor } = useParts();
  const [isOpen, setOpen] = useState(false);
  // Typed text that cannot be parsed would be lost.
  const refusal = isOpen && editor.unread.has(props.at) ? text.unread : null;
  const hasRecord = trigger !== undefined && trigger.about.length > 0;
  return (
    <div className={classes['form']} data-conditions role="group" aria-label={label}>
      {!isOpen && (
        <div>
          {conditions.length === 0 ? (
            <span className={classes['soft']}>{text.noConditions}</span>
          ) : (
            conditions.map((each, at) => (
              <span key={at}>
                {at > 0 && ' · '}
                <code>{conditionText(each)}</code>
              </span>
            ))
          )}
        </div>
      )}
      {isOpen && hasRecord && (
        <Suspense fallback={<Loading>{shell.loading}</Loading>}>
          <ConditionsText {...props} />
        </Suspense>
      )}
      {!hasRecord && <small>{text.noRecord}</small>}
      {problems.map((said) => (
        <Problem key={said} said={said} />
      ))}
      {!isReadOnly && hasRecord && (
        <div>
          <Button aria-expanded={isOpen} refused={refusal} onClick={() => setOpen(!isOpen)}>
            {isOpen ? text.closeConditions : text.editConditions}
          </Button>
        </div>
      )}
    </div>
  );
}

const pauseMs = 400;

/** Returns the text around a condition that makes it a complete rule. */
const frameOf = (recordType: string) => ({
  before: `rule conditions "Conditions" {\n  on ${recordType === 'user_event' ? 'userEvent' : recordType}\n  when\n`,
  after: '\n}\n',
});

type Convertible = { readonly text: string } | { readonly conditions: readonly unknown[] };

/** Converts text to conditions and back, as the server parses them. */
const convertConditions = (
  organizationId: string,
  body: Convertible & { readonly triggerType: string },
  signal?: AbortSignal,
) =>
  answerOf(clientOf(organizationId).POST('/automations/conditions', { body: body as never, signal: signal ?? null }));

function ConditionsText(props: FieldProps) {
  const { at, conditions } = props;
  const { organizationId } = usePlace();
  const { trigger } = useParts();
  const triggerType = trigger!.type;
  const first = useRef(conditions);
  const { shell } = useText();
  const begin = useQuery({
    queryKey: [organizationId, 'automations', 'conditions', at, triggerType, JSON.stringify(first.current)],
    queryFn: ({ signal }) => convertConditions(organizationId, { triggerType, conditions: first.current }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  if (begin.error) return <FailureNotice error={begin.error} retry={() => void begin.refetch()} />;
  if (!begin.data) return <Loading>{shell.loading}</Loading>;
  return <TextEditor key={triggerType} {...props} text={begin.data.text} recordType={begin.data.recordType} />;
}

interface EditorProps extends FieldProps {
  readonly text: string;
  readonly recordType: string | null;
}

function TextEditor({ at, label, conditions, text: given, recordType, onChange }: EditorProps) {
  const text = useAdminText().automations.editor;
  const { organizationId } = usePlace();
  const { trigger, editor, isReadOnly } = useParts();
  const rules = useRef<RuleEditor | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const own = useRef<readonly unknown[]>(conditions);
  const asked = useRef(0);
  const seen = useRef(conditions);
  const [error, setError] = useState<unknown>(null);
  const about = trigger!.about;
  const [type, setType] = useState<string>(recordType ?? about[0]!);
  const convert = async (body: Convertible): Promise<void> => {
    asked.current += 1;
    const number = asked.current;
    try {
      const answer = await convertConditions(organizationId, { triggerType: trigger!.type, ...body });
      if (number !== asked.current) return;
      setError(null);
      editor.setUnreadAt(at, false);
      if (answer.recordType !== null) setType(answer.recordType);
      own.current = answer.conditions;
      if (!('text' in body)) rules.current?.replace(answer.text);
      else if (!isSameJson(answer.conditions, seen.current)) onChange(answer.conditions);
    } catch (failed) {
      if (number === asked.current) setError(failed);
    }
  };
  const change = (next: string): void => {
    clearTimeout(timer.current);
    editor.setUnreadAt(at, true);
    timer.current = setTimeout(() => void convert({ text: next }), pauseMs);
  };
  // Undo, redo and the text of the whole automation change the conditions from outside.
  if (conditions !== seen.current) {
    seen.current = conditions;
    if (!isSameJson(conditions, own.current)) {
      own.current = conditions;
      queueMicrotask(() => void convert({ conditions }));
    }
  }
  const { setUnreadAt } = editor;
  const forget = useRef(() => setUnreadAt(at, false));
  useEffect(() => forget.current, []);
  return (
    <>
      {about.length > 1 && (
        <Choice
          label={text.fieldsOf}
          value={type}
          options={about.map((each) => [each as string, text.recordTypes[each]] as const)}
          onChange={setType}
        />
      )}
      <div className={classes['condition']} data-condition-text>
        <RuleText
          key={type}
          first={rules.current?.text ?? given}
          frame={frameOf(type)}
          label={label}
          isReadOnly={isReadOnly}
          editor={rules}
          onChange={change}
          onFindings={() => undefined}
        />
      </div>
      <small>{text.conditionHint}</small>
      {error !== null && <ConditionFailure error={error} />}
    </>
  );
}

/** The editor marks where the text cannot be parsed. This shows only that it cannot, and any other errors. */
function ConditionFailure({ error }: { readonly error: unknown }) {
  const text = useAdminText().automations.editor;
  const { message } = error as { readonly message?: string };
  return (
    <p role="status" className={classes['problem']} data-unread>
      {text.unread}
      {message !== undefined && (
        <>
          {': '}
          <span lang="en">{message}</span>
        </>
      )}
    </p>
  );
}
