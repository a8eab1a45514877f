import type { components } from '@tamis/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { answerOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats, useText } from '../../../i18n/reader.js';
import { Facts } from '../../../shell/open-panel.js';
import { useApi, usePlace, useRefusal } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useUndo } from '../../../shell/undo.js';
import { Actions, Button, FailureNotice, Loading } from '../../../ui/index.js';
import { peopleQuery, TextDiff, useRulesChanged, versionTextQuery } from '../../releases/index.js';
import { ruleQuery } from '../queries.js';
import { behaviourQuery } from './history-queries.js';

type RuleRecord = components['schemas']['RuleRecordDto'];
type Version = components['schemas']['RuleVersionDto'];

interface PanelProps {
  readonly rule: RuleRecord;
  readonly version: Version;
}

/** The changes of a version, its behaviour next to the deciding version, and restoring its text. */
export function VersionPanel({ rule, version }: PanelProps) {
  const text = useAdminText().ruleHistory;
  const { editor } = useText();
  const formats = useFormats();
  const { organizationId, permissions } = usePlace();
  const { data: names } = useQuery(peopleQuery(organizationId, permissions));
  const { publication, reason, summary } = version;
  const approver = publication?.approvedBy ?? null;
  return (
    <section className={screen['panel']} aria-label={editor.version(version.version)}>
      <h2>{editor.version(version.version)}</h2>
      <Facts
        facts={[
          [text.reason, reason],
          [text.published, publication && text.publishedAs[publication.status](formats.time(publication.publishedAt))],
          [text.approvedBy, approver === null ? null : (names?.get(approver) ?? approver)],
        ]}
      />
      {summary.length > 0 && (
        <ul lang="en" className={screen['words']}>
          {summary.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <Changed rule={rule} version={version.version} />
      <Behaviour rule={rule} version={version.version} />
      <TakeText rule={rule} version={version.version} />
    </section>
  );
}

interface OneVersion {
  readonly rule: RuleRecord;
  readonly version: number;
}

/** Line by line, compared with the previous version. */
function Changed({ rule, version }: OneVersion) {
  const text = useAdminText().ruleHistory;
  const { shell } = useText();
  const formats = useFormats();
  const { organizationId } = usePlace();
  const isFirst = version === 1;
  const before = useQuery(versionTextQuery(organizationId, rule.id, isFirst ? null : version - 1));
  const after = useQuery(versionTextQuery(organizationId, rule.id, version));
  const error = before.error ?? after.error;
  const retry = (): void => {
    if (before.error) void before.refetch();
    if (after.error) void after.refetch();
  };
  if (error) return <FailureNotice error={error} retry={retry} />;
  if (after.data === undefined || (!isFirst && before.data === undefined)) return <Loading>{shell.loading}</Loading>;
  return (
    <>
      <h3>{isFirst ? text.firstText : text.diff(formats.number(version - 1), formats.number(version))}</h3>
      {before.data === after.data && <p className={screen['soft']}>{text.onlyDetails}</p>}
      {isFirst && (
        <pre className={screen['text']} tabIndex={0} lang="en">
          {after.data}
        </pre>
      )}
      {before.data !== undefined && before.data !== after.data && (
        <Suspense fallback={<Loading>{shell.loading}</Loading>}>
          <TextDiff before={before.data} after={after.data} />
        </Suspense>
      )}
    </>
  );
}

/** On records evaluated by both versions. */
function Behaviour({ rule: { id, activeVersion }, version }: OneVersion) {
  const text = useAdminText().ruleHistory;
  const { shell } = useText();
  const formats = useFormats();
  const { organizationId } = usePlace();
  const base = activeVersion ?? version;
  const { data, error, isLoading, refetch } = useQuery(behaviourQuery(organizationId, id, base, version));
  if (base === version) return null;
  const [one, other] = [formats.number(base), formats.number(version)];
  return (
    <>
      <h3>{text.behaviour(one, other)}</h3>
      {error && <FailureNotice error={error} retry={() => void refetch()} />}
      {isLoading && <Loading>{shell.loading}</Loading>}
      {data === null && <p className={screen['soft']}>{text.noBehaviour}</p>}
      {data && (
        <div data-behaviour>
          <p className={screen['soft']}>{text.sources[data.source]}</p>
          {data.verdict !== null && <p lang="en">{data.verdict}</p>}
          <Facts
            facts={[
              [text.records, formats.number(data.records)],
              [text.same, formats.number(data.same)],
              [text.gained(one), formats.number(data.lost)],
              [text.gained(other), formats.number(data.gained)],
              [text.unknown, `${formats.number(data.unknown.base)} → ${formats.number(data.unknown.head)}`],
            ]}
          />
        </div>
      )}
    </>
  );
}

/** Stores the text of the version as the newest one, which waits for its release. Undo stores the previous text again. */
function TakeText({ rule, version }: OneVersion) {
  const text = useAdminText().ruleHistory;
  const { shell, editor } = useText();
  const formats = useFormats();
  const { organizationId, api } = useApi();
  const { data: source } = useQuery(versionTextQuery(organizationId, rule.id, version));
  const needed = useRefusal()('rules:edit');
  const queries = useQueryClient();
  const changed = useRulesChanged(organizationId);
  const { did } = useUndo();
  const put = async (written: string, ifVersion: number): Promise<RuleRecord> => {
    const body = { source: written, ifVersion, stage: true };
    const params = { path: { id: rule.id } };
    const answer = await answerOf(api.PATCH('/rules/{id}', { params, body }));
    queries.setQueryData(ruleQuery(organizationId, rule.id).queryKey, answer.rule);
    await changed();
    return answer.rule;
  };
  const taking = useMutation({
    mutationFn: async (written: string) => ({ before: rule.source, made: await put(written, rule.version) }),
    onSuccess: ({ before, made }) =>
      did(text.taken(formats.number(made.version), formats.number(version)), async () =>
        text.takenBack(formats.number((await put(before, made.version)).version)),
      ),
  });
  const isNewest = source === rule.source;
  const fixed = rule.readOnly || rule.status === 'archived' ? editor.readOnly : null;
  const refusal = fixed ?? (needed === null ? null : shell.needs(needed)) ?? (isNewest ? text.isNewest : null);
  return (
    <>
      {refusal === null && <p>{text.takeTells}</p>}
      {taking.error && <FailureNotice error={taking.error} />}
      <Actions>
        <Button
          refused={refusal}
          disabled={source === undefined || taking.isPending}
          onClick={() => source !== undefined && taking.mutate(source)}
        >
          {text.takeText}
        </Button>
      </Actions>
    </>
  );
}
