import type { RuleEditor } from '@tamis/rule-editor';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { answerOf } from '../../../data/client.js';
import { useText } from '../../../i18n/reader.js';
import { Guarded } from '../../../shell/guarded.js';
import { useApi, useRefusal } from '../../../shell/place.js';
import { useNavigateIfHere } from '../../../shell/use-is-here.js';
import { Loading } from '../../../ui/index.js';
import { EditorPage } from '../parts/editor-page.js';
import { useDraft } from '../parts/use-draft.js';

const newRule = 'new';

/** Initial text of a new rule, which can be changed and tried at once. */
const firstRule = `rule large_payment "Large payment" {
  on          transaction (created)
  category    fraud
  score       40

  when transaction.amount >= 1_000 USD

  then alert HIGH "{transaction.amount} is large"
       suggest FLAG
}
`;

export function NewRulePage() {
  const text = useText();
  const draft = useDraft(newRule);
  return (
    <Guarded title={text.editor.newRule} permission="rules:read">
      {draft.isRead ? <NewRule draft={draft} /> : <Loading>{text.shell.loading}</Loading>}
    </Guarded>
  );
}

function NewRule({ draft }: { readonly draft: ReturnType<typeof useDraft> }) {
  const text = useText();
  const { organizationId, api } = useApi();
  const needed = useRefusal()('rules:create');
  const queries = useQueryClient();
  const navigate = useNavigateIfHere();
  const editor = useRef<RuleEditor | null>(null);
  const creating = useMutation({
    mutationFn: async (source: string) => (await answerOf(api.POST('/rules', { body: { source } }))).rule,
    onSuccess: async ({ id: ruleId }) => {
      await draft.drop();
      await queries.invalidateQueries({ queryKey: [organizationId, 'rules', 'list'] });
      await navigate({ to: '/$organizationId/rules/$ruleId', params: { organizationId, ruleId }, replace: true });
    },
  });
  return (
    <EditorPage
      ruleId={null}
      title={text.editor.newRule}
      about=""
      stored={null}
      first={firstRule}
      draft={draft}
      refusal={needed && text.shell.needs(needed)}
      isSaving={creating.isPending}
      isSaved={creating.isSuccess}
      error={creating.error}
      editor={editor}
      onType={(typed) => draft.keep(typed, 0)}
      onSave={(source) => creating.mutate(source)}
      onDropDraft={() => void draft.drop()}
    />
  );
}
