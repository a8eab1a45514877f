import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { useApi } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Button, FailureNotice, Loading, Notice } from '../../../ui/index.js';
import classes from '../editor.module.css';

/** A rule in its JSON form. */
type RuleForm = Readonly<Record<string, unknown>>;

const pauseMs = 400;

interface RuleJsonProps {
  /** The text of the rule when its JSON was opened. */
  readonly source: string;
  readonly isReadOnly: boolean;
  readonly onText: (source: string) => void;
  /** Whether the text says what the JSON says. */
  readonly onRead: (isRead: boolean) => void;
}

/** The rule as JSON. What is typed is written to the text. */
export function RuleJson({ source, isReadOnly, onText, onRead }: RuleJsonProps) {
  const { shell } = useText();
  const { organizationId, api } = useApi();
  const { data, error, refetch } = useQuery({
    queryKey: [organizationId, 'rules', 'json', source],
    queryFn: async ({ signal }) => {
      const body = { source, to: 'json' as const };
      const { rules = [] } = await answerOf(api.POST('/rules/convert', { body, signal }));
      // Declared names are part of the text only.
      const { names: _names, languageVersion: _version, ...form } = (rules[0] ?? {}) as RuleForm;
      return form;
    },
    gcTime: 0,
    retry: false,
  });
  if (error) return <FailureNotice error={error} retry={() => void refetch()} />;
  if (!data) return <Loading>{shell.loading}</Loading>;
  return <JsonField first={data} {...{ source, isReadOnly, onText, onRead }} />;
}

function JsonField({ first, source, isReadOnly, onText, onRead }: RuleJsonProps & { readonly first: RuleForm }) {
  const text = useAdminText().ruleWords;
  const { api } = useApi();
  const written = JSON.stringify(first, null, 2);
  const [typed, setTyped] = useState(written);
  const [problem, setProblem] = useState<string | null>(null);
  const [error, setError] = useState<unknown>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const convert = async (json: string): Promise<void> => {
    asked.current += 1;
    const number = asked.current;
    const form = parsed(json);
    setError(null);
    setProblem(typeof form === 'string' ? text.noJson(form) : null);
    if (typeof form === 'string') return;
    try {
      const body = { ...changedForm(first, form), source, to: 'text' as const };
      const answer = await answerOf(api.POST('/rules/convert', { body }));
      if (number !== asked.current) return;
      onText(answer.source ?? source);
      onRead(true);
    } catch (failed) {
      if (number === asked.current) setError(failed);
    }
  };
  const type = (json: string): void => {
    setTyped(json);
    onRead(false);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void convert(json), pauseMs);
  };
  const drop = (): void => {
    clearTimeout(timer.current);
    asked.current += 1;
    setTyped(written);
    setProblem(null);
    setError(null);
    onText(source);
    onRead(true);
  };
  return (
    <>
      <textarea
        className={classes['json']}
        aria-label={text.jsonLabel}
        aria-invalid={problem !== null || error !== null}
        spellCheck={false}
        readOnly={isReadOnly}
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
      <p className={screen['soft']}>{text.jsonTells}</p>
      {problem !== null && (
        <Notice kind="warning">
          <p>{problem}</p>
        </Notice>
      )}
      {error !== null && <FailureNotice error={error} />}
      {(problem !== null || error !== null) && <Button onClick={drop}>{text.dropJson}</Button>}
    </>
  );
}

/** Returns the object, or a sentence that explains why the text is none. */
function parsed(json: string): RuleForm | string {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as RuleForm) : '{ … }';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Returns what to send for a changed form: a member that was removed is sent as `null`, because an absent one stays as it is. */
const changedForm = (before: RuleForm, after: RuleForm): RuleForm => ({
  ...Object.fromEntries(Object.keys(before).map((key) => [key, null])),
  ...after,
});
