import type { RuleEditorOptions, SharedName } from '@tamis/rule-editor';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { answerOf, clientOf } from '../../../data/client.js';
import { useAdminText } from '../../../i18n/admin.js';
import { useFormats } from '../../../i18n/reader.js';
import { useMay, usePlace } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { useUndo } from '../../../shell/undo.js';
import { Actions, Dialog } from '../../../ui/index.js';
import { declarationAt, fieldFacts } from '../model/words.js';

const targets = { transaction: 'transaction', person: 'person', company: 'company', userEvent: 'user_event' } as const;
const isTarget = (name: string): name is keyof typeof targets => Object.hasOwn(targets, name);

/** The server measures the records at most once in some minutes. */
const staleTime = 300_000;

interface Words extends Pick<RuleEditorOptions, 'words' | 'describeField'> {
  /** Shown next to the editor. */
  readonly dialog: ReactNode;
}

/** What the keys and descriptions of the editor need from the page: figures of fields, shared declarations, the lab. */
export function useWords(
  shared: RuleEditorOptions['names']['shared'],
  onLab: ((parameter: string) => void) | undefined,
): Words {
  const text = useAdminText().ruleWords;
  const { organizationId } = usePlace();
  const mayRead = useMay('rules:read');
  const queries = useQueryClient();
  const formats = useFormats();
  const { did } = useUndo();
  const [found, setFound] = useState<SharedName | null>(null);
  const fieldsOf = (target: keyof typeof targets) =>
    queries.fetchQuery({
      queryKey: [organizationId, 'rules', 'fields', target],
      queryFn: async ({ signal }) => {
        const query = { targetEntityType: targets[target] };
        const { fields } = await answerOf(clientOf(organizationId).GET('/rules/fields', { params: { query }, signal }));
        return new Map(fields.map((field) => [field.path, field]));
      },
      staleTime,
    });
  const source = shared.find(({ name }) => name === found?.file)?.source ?? '';
  return {
    words: {
      texts: text,
      notify: (told) => did(told, null),
      onShared: setFound,
      ...(onLab && { onLab }),
    },
    describeField: async (path, target) => {
      if (!mayRead || !isTarget(target)) return [];
      // Without its figures, a field is still described.
      const field = await fieldsOf(target).then(
        (fields) => fields.get(path),
        () => undefined,
      );
      return field ? fieldFacts(field, text, formats) : [];
    },
    dialog: found && (
      <SharedDeclaration
        name={found}
        declaration={declarationAt(source, found.offset)}
        onClose={() => setFound(null)}
      />
    ),
  };
}

interface DeclarationProps {
  readonly name: SharedName;
  readonly declaration: string;
  readonly onClose: () => void;
}

function SharedDeclaration({ name: { name }, declaration, onClose }: DeclarationProps) {
  const text = useAdminText().ruleWords;
  const { organizationId } = usePlace();
  const params = { organizationId };
  return (
    <Dialog title={text.declaredIn(name)} onClose={onClose}>
      <pre className={screen['text']} tabIndex={0} lang="en">
        {declaration}
      </pre>
      <Actions>
        {declaration.startsWith('param') && (
          <Link to="/$organizationId/rules/params" params={params} search={{ name }}>
            {text.openParameter}
          </Link>
        )}
        {declaration.startsWith('matrix') && (
          <Link to="/$organizationId/settings/matrices" params={params}>
            {text.openMatrices}
          </Link>
        )}
      </Actions>
    </Dialog>
  );
}
