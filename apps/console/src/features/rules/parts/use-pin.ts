import type { RuleEditor } from '@tamis/rule-editor';
import { useMutation } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { answerOf } from '../../../data/client.js';
import { useText } from '../../../i18n/reader.js';
import { useApi } from '../../../shell/place.js';
import { useUndo } from '../../../shell/undo.js';
import { withTest } from '../model/with-test.js';

/** Adds a record to the text as a test, whose values give the active rule the same result as in the evaluation. */
export function usePin(ruleId: string | null, editor: RefObject<RuleEditor | null>) {
  const { api } = useApi();
  const text = useText().editor;
  const { did } = useUndo();
  return useMutation({
    mutationFn: async (evaluationId: string) => {
      const params = { path: { id: evaluationId }, query: { ruleId: ruleId ?? '' } };
      return (await answerOf(api.GET('/evaluations/{id}/test', { params }))).source;
    },
    onSuccess: (test) => {
      const before = editor.current?.text;
      const after = before === undefined ? null : withTest(before, test);
      if (after === null) return did(text.notPinned, null);
      editor.current?.replace(after);
      did(text.pinned, () => {
        // Only possible if nothing was typed since. Otherwise the undo keys of the editor have to be used.
        if (editor.current?.text !== after || before === undefined) return Promise.reject(new Error(text.typedSince));
        editor.current.replace(before);
        return Promise.resolve(text.unpinned);
      });
    },
  });
}
