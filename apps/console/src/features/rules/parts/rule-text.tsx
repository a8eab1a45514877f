import { createRuleEditor, type Finding, type Frame, type RuleEditor, startLanguage } from '@tamis/rule-editor';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { useReader } from '../../../i18n/reader.js';
import { usePlace } from '../../../shell/place.js';
import { FailureNotice, Loading } from '../../../ui/index.js';
import classes from '../editor.module.css';
import { namesQuery } from './names-query.js';
import { useWords } from './use-words.js';

interface RuleTextProps {
  /** Initial text. Later changes go through `editor`. */
  readonly first: string;
  readonly isReadOnly: boolean;
  /** If the text is part of a rule: the text around it. */
  readonly frame?: Frame;
  /** Name for screen readers. By default, the text of the rule. */
  readonly label?: string;
  /** Opens the threshold lab on a parameter. */
  readonly onLab?: (parameter: string) => void;
  readonly editor: RefObject<RuleEditor | null>;
  readonly onChange: (text: string) => void;
  readonly onFindings: (findings: readonly Finding[]) => void;
  /** Called once the text can be edited. */
  readonly onReady?: () => void;
}

const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

/** Editor for the text of a rule. The language service runs in a worker. */
export function RuleText(props: RuleTextProps) {
  const { text } = useReader();
  const { organizationId, permissions } = usePlace();
  const { data: names, error, refetch } = useQuery(namesQuery(organizationId, permissions));
  const parent = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const { phrases } = text.editor;
  const label = props.label ?? text.editor.label;
  const { before, after } = props.frame ?? {};
  const { dialog, ...words } = useWords(names?.shared ?? [], props.onLab);
  const latestWords = useRef(words);
  latestWords.current = words;
  useEffect(() => {
    if (!names || !parent.current) return;
    const language = startLanguage();
    const { editor, first, isReadOnly } = latest.current;
    const made = createRuleEditor({
      parent: parent.current,
      text: editor.current?.text ?? first,
      names,
      language,
      texts: { label, phrases },
      isReadOnly,
      ...(before !== undefined && after !== undefined && { frame: { before, after } }),
      nonce,
      words: {
        texts: latestWords.current.words.texts,
        notify: (told) => latestWords.current.words.notify(told),
        onShared: (found) => latestWords.current.words.onShared?.(found),
        ...(latestWords.current.words.onLab && { onLab: (name) => latestWords.current.words.onLab?.(name) }),
      },
      describeField: (path, target) => latestWords.current.describeField?.(path, target) ?? Promise.resolve([]),
      onChange: (changed) => latest.current.onChange(changed),
      onFindings: (found) => latest.current.onFindings(found),
    });
    editor.current = made;
    latest.current.onReady?.();
    return () => {
      made.destroy();
      language.end();
    };
  }, [names, label, phrases, before, after]);
  if (error && !names) return <FailureNotice error={error} retry={() => void refetch()} />;
  if (!names) return <Loading>{text.shell.loading}</Loading>;
  return (
    <>
      <div ref={parent} className={classes['text']} />
      {dialog}
    </>
  );
}
