import { useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { Button, Dialog } from '../../../ui/index.js';
import classes from '../automations.module.css';
import { useNames } from '../parts/use-names.js';
import { type CatalogueAction, type CatalogueTrigger, useParts } from './catalogue.js';

interface PickerProps {
  /** Where the step will be inserted. */
  readonly label: string;
  /** `null` stands for a condition. */
  readonly onChoose: (type: string | null) => void;
}

/** Offers all kinds of steps with a description of each. */
export function StepPicker({ label, onChoose }: PickerProps) {
  const text = useAdminText().automations.editor;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <div>
        <Button aria-label={text.addHere(label)} data-add-step onClick={() => setOpen(true)}>
          + {text.addStep}
        </Button>
      </div>
      {isOpen && (
        <Dialog title={text.chooseStep} onClose={() => setOpen(false)}>
          <Choices
            onChoose={(type) => {
              setOpen(false);
              onChoose(type);
            }}
          />
        </Dialog>
      )}
    </>
  );
}

/** Whether the trigger provides what an action needs, or whether the automation iterates over entities that do. */
const brings = ({ brings: brought }: CatalogueTrigger, { needs }: CatalogueAction, isOverEntities: boolean): boolean =>
  needs.length === 0 || needs.some((each) => brought.includes(each) || (isOverEntities && each === 'entity'));

function Choices({ onChoose }: Pick<PickerProps, 'onChoose'>) {
  const text = useAdminText().automations.editor;
  const { action } = useNames();
  const { catalogue, trigger, editor } = useParts();
  const isOverEntities = editor.state.written.triggerConfig?.['entityFilter'] !== undefined;
  const needsOf = ({ needs }: CatalogueAction): string =>
    needs.map((each) => (text.needs as Readonly<Record<string, string>>)[each] ?? each).join(' / ');
  return (
    <ul className={classes['choices']}>
      <li>
        <button type="button" className={classes['choice']} data-choose="condition" onClick={() => onChoose(null)}>
          <strong>{text.branch}</strong>
          <span>{text.addCondition}</span>
        </button>
      </li>
      {catalogue.actions.map((each) => {
        const fits = !trigger || brings(trigger, each, isOverEntities);
        return (
          <li key={each.type}>
            <button
              type="button"
              className={classes['choice']}
              data-choose={each.type}
              onClick={() => onChoose(each.type)}
            >
              <strong>{action(each.type)}</strong>
              <span>{text.tells[each.type]}</span>
              {!fits && <small>{text.fits(needsOf(each))}</small>}
            </button>
          </li>
        );
      })}
    </ul>
  );
}
