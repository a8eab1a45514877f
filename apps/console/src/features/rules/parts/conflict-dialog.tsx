import { useState } from 'react';
import { useText } from '../../../i18n/reader.js';
import { Actions, Button, Dialog } from '../../../ui/index.js';
import classes from '../editor.module.css';
import { type Conflict, type MergeChoice, mergeChoices, mergedText, mergeTexts } from '../model/merge-texts.js';

interface ConflictDialogProps {
  readonly version: number;
  /** The common base of both texts. */
  readonly base: string;
  readonly theirs: string;
  readonly mine: string;
  readonly onTakeTheirs: () => void;
  readonly onSave: (text: string) => void;
  readonly onClose: () => void;
}

/** Shown when another user has saved first. Changes of both are merged, and the user resolves the conflicts. Neither text is lost. */
export function ConflictDialog({ version, base, theirs, mine, onTakeTheirs, onSave, onClose }: ConflictDialogProps) {
  const text = useText().editor;
  const [parts] = useState(() => mergeTexts(base, mine, theirs));
  const conflicts = parts.filter((part): part is Conflict => part.kind === 'conflict');
  const [choices, setChoices] = useState<readonly MergeChoice[]>(() => conflicts.map(() => 'mine'));
  const merged = mergedText(parts, choices);
  return (
    <Dialog title={text.conflict} onClose={onClose}>
      <p>{text.conflictTells(version)}</p>
      <p>{conflicts.length === 0 ? text.mergesCleanly : text.conflictCount(conflicts.length)}</p>
      {conflicts.map((conflict, index) => (
        <ConflictChoice
          key={index}
          index={index}
          conflict={conflict}
          choice={choices[index] ?? 'mine'}
          onChoose={(choice) => setChoices(choices.with(index, choice))}
        />
      ))}
      <section aria-label={text.merged} className={classes['texts']} data-single>
        <h3>{text.merged}</h3>
        <pre tabIndex={0}>{merged}</pre>
      </section>
      <Actions>
        <Button onClick={onTakeTheirs}>{text.takeTheirs}</Button>
        <Button onClick={() => onSave(mine)}>{text.saveMine}</Button>
        <Button look="main" data-focus onClick={() => onSave(merged)}>
          {text.saveMerged}
        </Button>
      </Actions>
    </Dialog>
  );
}

interface ConflictChoiceProps {
  readonly index: number;
  readonly conflict: Conflict;
  readonly choice: MergeChoice;
  readonly onChoose: (choice: MergeChoice) => void;
}

function ConflictChoice({ index, conflict, choice, onChoose }: ConflictChoiceProps) {
  const text = useText().editor;
  const { mine, theirs } = conflict;
  return (
    <fieldset className={classes['choice']}>
      <legend>{text.place(index + 1)}</legend>
      <div className={classes['texts']}>
        {mergeChoices.map((each) => (
          <label key={each}>
            <span>
              <input
                type="radio"
                name={`conflict-${index}`}
                aria-label={text.choices[each]}
                checked={choice === each}
                onChange={() => onChoose(each)}
              />{' '}
              {text.choices[each]}
            </span>
            {each !== 'both' && <pre>{{ mine, theirs }[each] || text.nothing}</pre>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
