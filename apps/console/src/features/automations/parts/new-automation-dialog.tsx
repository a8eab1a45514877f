import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { usePlace } from '../../../shell/place.js';
import { Field } from '../../../ui/index.js';
import { AskDialog, Choice } from '../../admin/index.js';
import { sentDefinition, templates } from '../model/definition.js';
import { type NewAutomation, useAutomationActs } from '../queries.js';

type TemplateName = (typeof templates)[number]['name'];

/** Creates a disabled automation from a template, and opens it. */
export function NewAutomationDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useAdminText().automations;
  const { organizationId } = usePlace();
  const navigate = useNavigate();
  const { creating } = useAutomationActs();
  const [chosen, setChosen] = useState<TemplateName>('alert');
  const [name, setName] = useState<string | null>(null);
  const { definition } = templates.find((each) => each.name === chosen)!;
  const shownName = name ?? text.templates[chosen];
  const make = (): void => {
    const body = { ...sentDefinition(definition), name: shownName.trim(), enabled: false } as NewAutomation;
    creating.mutate(body, {
      onSuccess: ({ automation: { id } }) =>
        void navigate({
          to: '/$organizationId/automations/$automationId',
          params: { organizationId, automationId: id },
        }),
    });
  };
  return (
    <AskDialog
      title={text.create}
      label={text.create}
      error={creating.error}
      isPending={creating.isPending}
      onSend={make}
      onClose={onClose}
    >
      <Choice<TemplateName>
        label={text.template}
        value={chosen}
        options={templates.map((each) => [each.name, text.templates[each.name]] as const)}
        onChange={setChosen}
      />
      <Field
        label={text.columns.name}
        hint={text.createdOff}
        required
        maxLength={200}
        value={shownName}
        onChange={(event) => setName(event.target.value)}
      />
    </AskDialog>
  );
}
