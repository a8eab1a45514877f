import { loadCode } from '../../../data/load-code.js';
import type { components } from '@tamis/client';
import type { RuleEditor } from '@tamis/rule-editor';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Draft } from '../../../data/browser-storage.js';
import { answerOf } from '../../../data/client.js';
import { hasStatus } from '../../../data/errors.js';
import { sessionQuery } from '../../../data/session.js';
import { useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { OthersHere, useLive } from '../../../shell/live.js';
import { useApi, useMay, usePlace, useRefusal } from '../../../shell/place.js';
import { RecordFailure } from '../../../shell/record-failure.js';
import { useUndo } from '../../../shell/undo.js';
import { Badge, Loading } from '../../../ui/index.js';
import { versionTextQuery } from '../../releases/index.js';
import { ruleSigns } from '../model/rule-sign.js';
import { EditorPage } from '../parts/editor-page.js';
import { GuardNotice, NewVersion, Release } from '../parts/rule-actions.js';
import { useDraft } from '../parts/use-draft.js';
import { ruleQuery } from '../queries.js';

type RuleRecord = components['schemas']['RuleRecordDto'];

/** Loaded if two users have changed the same rule. */
const ConflictDialog = lazy(async () => ({
  default: (await loadCode(() => import('../parts/conflict-dialog.js'))).ConflictDialog,
}));

/** Loaded for a rule of the parent organization. */
const SharedRule = lazy(async () => ({
  default: (await loadCode(() => import('../parts/shared-rule.js'))).SharedRule,
}));

export function RulePage() {
  const text = useText();
  const { organizationId } = usePlace();
  const { ruleId } = useParams({ from: '/$organizationId/rules/$ruleId' });
  const { data, error, refetch } = useQuery({ ...ruleQuery(organizationId, ruleId), enabled: useMay('rules:read') });
  return (
    <Guarded title={data?.key ?? text.rules.title} permission="rules:read">
      {error && !data && (
        <RecordFailure title={text.rules.title} error={error} retry={() => void refetch()} screen="rules" />
      )}
      {!error && !data && <Loading>{text.shell.loading}</Loading>}
      {data?.origin === 'parent' && (
        <Suspense fallback={<Loading>{text.shell.loading}</Loading>}>
          <SharedRule rule={data} />
        </Suspense>
      )}
      {data && data.origin !== 'parent' && <Rule key={ruleId} ruleId={ruleId} />}
    </Guarded>
  );
}

function Rule({ ruleId }: { readonly ruleId: string }) {
  const text = useText();
  const stored = useLiveRule(ruleId);
  const needed = useRefusal()('rules:edit');
  const editor = useRef<RuleEditor | null>(null);
  const draft = useDraft(ruleId);
  const { base, setBase, takeDraft } = useBase(stored, editor);
  const saving = useSave(ruleId, async (rule) => {
    setBase(rule);
    await draft.drop();
  });
  const [isMerging, setMerging] = useState(false);
  const lab = useOpenLab(ruleId);
  if (!base || !stored || !draft.isRead) return <Loading>{text.shell.loading}</Loading>;
  const isOutdated = stored.version > base.version && stored.source !== base.source;
  const save = (source: string, over: RuleRecord): void => {
    setMerging(true);
    saving.mutate({ source, over });
  };
  const takeTheirs = (): void => {
    setBase(stored);
    editor.current?.replace(stored.source);
    void draft.drop();
    saving.reset();
    setMerging(false);
  };
  const saveMerged = (merged: string): void => {
    editor.current?.replace(merged);
    save(merged, stored);
  };
  const isUntouched = (editor.current?.text ?? base.source) === base.source;
  const onMerge = (): void => setMerging(true);
  const newer = isOutdated && <NewVersion rule={stored} {...{ isUntouched, onMerge }} onTake={takeTheirs} />;
  return (
    <>
      <EditorPage
        title={base.key}
        about={<About rule={stored} />}
        stored={base.source}
        first={base.source}
        refusal={base.readOnly ? text.editor.readOnly : needed && text.shell.needs(needed)}
        isSaving={saving.isPending}
        isSaved={saving.isSuccess}
        error={hasStatus(saving.error, 409) && isOutdated ? null : saving.error}
        {...{ ruleId, draft, editor, ...lab }}
        onType={(typed) => draft.keep(typed, base.version)}
        onSave={(source) => save(source, base)}
        onTakeDraft={takeDraft}
        onDropDraft={() => void draft.drop()}
        actions={(isUnsaved) => <Release rule={stored} isUnsaved={isUnsaved || isOutdated} />}
        notices={
          <>
            <GuardNotice rule={stored} />
            {newer}
          </>
        }
      />
      {isOutdated && isMerging && !saving.isPending && (
        <Merge
          base={base}
          stored={stored}
          mine={editor.current?.text ?? ''}
          onTakeTheirs={takeTheirs}
          onSave={saveMerged}
          onClose={() => setMerging(false)}
        />
      )}
    </>
  );
}

/** Opens the threshold lab on a parameter of the rule. */
function useOpenLab(rule: string): { readonly onLab?: (param: string) => void } {
  const { organizationId, permissions } = usePlace();
  const navigate = useNavigate();
  if (!permissions.includes('rules:execute')) return {};
  const onLab = (param: string): void =>
    void navigate({ to: '/$organizationId/lab/new', params: { organizationId }, search: { rule, param } });
  return { onLab };
}

interface MergeProps {
  readonly base: RuleRecord;
  readonly stored: RuleRecord;
  readonly mine: string;
  readonly onTakeTheirs: () => void;
  readonly onSave: (text: string) => void;
  readonly onClose: () => void;
}

const Merge = ({ base, stored, ...rest }: MergeProps) => (
  <Suspense>
    <ConflictDialog key={stored.version} version={stored.version} base={base.source} theirs={stored.source} {...rest} />
  </Suspense>
);

/**
 * The stored version on which the text is based. Saving replaces this version and no other. A newer version with the same text replaces it,
 * as do changes that the user made elsewhere while nothing was typed here.
 */
function useBase(stored: RuleRecord | undefined, editor: RefObject<RuleEditor | null>) {
  const [base, setBase] = useState(stored);
  const { data: session } = useQuery(sessionQuery);
  const me = session?.user.id;
  useEffect(() => {
    if (!stored || !base || stored.version <= base.version) return;
    const isUntouched = (editor.current?.text ?? base.source) === base.source;
    const isOwn = stored.updatedBy === me && isUntouched;
    if (stored.source !== base.source && !isOwn) return;
    setBase(stored);
    if (stored.source !== base.source) editor.current?.replace(stored.source);
  }, [stored, base, me, editor]);
  const { organizationId } = usePlace();
  const queries = useQueryClient();
  const takeDraft = async ({ version }: Draft): Promise<void> => {
    if (!base || version === base.version) return;
    const source = await queries.fetchQuery(versionTextQuery(organizationId, base.id, version));
    // Saving the text must not undo what others have changed since. What is typed from now on is kept with the same version.
    flushSync(() => setBase({ ...base, version, source }));
  };
  return { base, setBase, takeDraft };
}

/** The stored rule, kept up to date with changes made elsewhere. The typed text is not affected. */
function useLiveRule(ruleId: string): RuleRecord | undefined {
  const { organizationId } = usePlace();
  const { data } = useQuery(ruleQuery(organizationId, ruleId));
  const queries = useQueryClient();
  const read = (): void => void queries.invalidateQueries({ queryKey: ruleQuery(organizationId, ruleId).queryKey });
  const ofThis = (body: { readonly ruleId: string }): void => {
    if (body.ruleId === ruleId) read();
  };
  useLive(
    { 'rule:changed': ofThis, 'rule:status-changed': ofThis, 'rule:guard-tripped': ofThis, 'rule-set:activated': read },
    { room: `rule:${ruleId}`, onGap: read },
  );
  return data;
}

function About({ rule: { id, status, version, activeVersion } }: { readonly rule: RuleRecord }) {
  const text = useText();
  const { organizationId } = usePlace();
  const mayTry = useRefusal()('rules:execute') === null;
  const to = { params: { organizationId }, search: { rule: id } };
  const own = { organizationId, ruleId: id };
  const isStaged = activeVersion !== null && version > activeVersion;
  return (
    <>
      <Badge {...ruleSigns[status]}>{text.rules.statuses[status]}</Badge>{' '}
      {isStaged ? text.editor.staged(version, activeVersion) : text.editor.version(version)}
      {' · '}
      <Link to="/$organizationId/rules/$ruleId/health" params={own}>
        {text.rules.health}
      </Link>
      {' · '}
      <Link to="/$organizationId/rules/$ruleId/history" params={own}>
        {text.rules.history}
      </Link>
      {mayTry && (
        <>
          {' · '}
          <Link to="/$organizationId/dry-runs/new" {...to}>
            {text.dryRuns.one}
          </Link>
          {' · '}
          <Link to="/$organizationId/lab/new" {...to}>
            {text.rules.thresholdLab}
          </Link>
        </>
      )}{' '}
      <OthersHere room={`rule:${id}`} />
    </>
  );
}

/** Saving never activates a text: a new version of an active rule stays pending. */
function useSave(ruleId: string, onSaved: (rule: RuleRecord) => Promise<void>) {
  const { organizationId, api } = useApi();
  const text = useText().editor;
  const queries = useQueryClient();
  const { did } = useUndo();
  const { queryKey } = ruleQuery(organizationId, ruleId);
  const put = async (source: string, over: RuleRecord): Promise<RuleRecord> => {
    const body = { source, ifVersion: over.version, stage: true };
    const { rule } = await answerOf(api.PATCH('/rules/{id}', { params: { path: { id: ruleId } }, body }));
    queries.setQueryData(queryKey, rule);
    await queries.invalidateQueries({ queryKey: [organizationId, 'rules', 'list'] });
    return rule;
  };
  return useMutation({
    mutationFn: async ({ source, over }: { readonly source: string; readonly over: RuleRecord }) => ({
      rule: await put(source, over),
      over,
    }),
    onSuccess: async ({ rule, over }) => {
      await onSaved(rule);
      did(text.savedAs(rule.version), async () => text.savingTaken((await put(over.source, rule)).version));
    },
    onError: async (error) => {
      if (hasStatus(error, 409)) await queries.refetchQueries({ queryKey });
    },
  });
}
