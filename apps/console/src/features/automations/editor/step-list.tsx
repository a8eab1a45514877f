import { useAdminText } from '../../../i18n/admin.js';
import { Button } from '../../../ui/index.js';
import classes from '../automations.module.css';
import { actionBlock, type Block, branchBlock, type BranchBlock, laneNames, type LaneName } from '../model/flow.js';
import {
  branchOff,
  changeBlock,
  duplicateBlock,
  insertBlock,
  mayMove,
  moveBlock,
  removeBlock,
} from '../model/flow-edits.js';
import { conditionText } from '../model/definition.js';
import { useNames } from '../parts/use-names.js';
import { ActionForm } from './action-form.js';
import { useParts } from './catalogue.js';
import { ConditionsField } from './conditions-field.js';
import { Problem } from './labeled.js';
import { StepPicker } from './step-picker.js';

interface ListProps {
  readonly blocks: readonly Block[];
  /** The condition that the lane belongs to, or `null` for the flow itself. */
  readonly branch: string | null;
  readonly lane: LaneName;
  /** `2.1.` */
  readonly number: string;
  readonly place: string;
}

/** Steps listed from top to bottom. */
export function StepList({ blocks, branch, lane, number, place }: ListProps) {
  const text = useAdminText().automations.editor;
  const { isReadOnly } = useParts();
  return (
    <>
      {blocks.length === 0 && <p className={classes['soft']}>{branch === null ? text.noSteps : text.emptyLane}</p>}
      {blocks.length > 0 && (
        <ol className={classes['steps']}>
          {blocks.map((block, index) => (
            <StepCard key={block.key} block={block} number={`${number}${index + 1}`} />
          ))}
        </ol>
      )}
      {!isReadOnly && <AddStep place={{ branch, lane, index: blocks.length }} label={place} />}
    </>
  );
}

interface AddProps {
  readonly place: { readonly branch: string | null; readonly lane: LaneName; readonly index: number };
  readonly label: string;
}

function AddStep({ place, label }: AddProps) {
  const { editor, setOpened } = useParts();
  return (
    <StepPicker
      label={label}
      onChoose={(type) => {
        const block = type === null ? branchBlock([]) : actionBlock({ type, config: {} });
        editor.setBlocks(null, (blocks) => insertBlock(blocks, place, block));
        setOpened(block.key, true);
        focusCard(block.key);
      }}
    />
  );
}

/** Focuses the card once it has been rendered. */
export const focusCard = (key: string): void => {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-step-key="${key}"] button`)?.focus());
};

interface CardProps {
  readonly block: Block;
  readonly number: string;
}

const mostSaid = 80;

/** Describes a step in one line. */
function useSummary(block: Block): string {
  const text = useAdminText().automations.editor;
  if (block.kind === 'branch') return block.conditions.map(conditionText).join(' · ') || text.emptyLane;
  const said = Object.values(block.action.config ?? {}).filter((value) => typeof value === 'string');
  const line = said.join(' · ');
  return line.length > mostSaid ? `${line.slice(0, mostSaid)}…` : line;
}

function StepCard({ block, number }: CardProps) {
  const text = useAdminText().automations.editor;
  const { action } = useNames();
  const { findings, opened, setOpened } = useParts();
  const summary = useSummary(block);
  const name = block.kind === 'branch' ? text.branch : action(block.action.type);
  const found = findings.blocks.get(block.key);
  const isOpen = opened.has(block.key);
  const title = text.step(number, name);
  return (
    <li
      className={classes['card']}
      data-step-key={block.key}
      data-card={block.kind === 'branch' ? 'condition' : block.action.type}
      aria-label={title}
    >
      <div className={classes['cardHead']}>
        <Button look="quiet" aria-expanded={isOpen} onClick={() => setOpened(block.key, !isOpen)}>
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> <strong>{`${number} ${name}`}</strong>
        </Button>
        {found && !isOpen && (
          <span className={classes['problem']} data-card-findings>
            {text.findings(Object.keys(found).length)}
          </span>
        )}
        {!isOpen && summary !== '' && <code className={classes['summary']}>{summary}</code>}
        <StepButtons block={block} />
      </div>
      {found?.[''] !== undefined && <Problem said={found['']} />}
      {block.kind === 'branch' ? (
        <BranchBody block={block} number={number} isOpen={isOpen} />
      ) : (
        isOpen && <ActionForm block={block} found={found} />
      )}
    </li>
  );
}

function StepButtons({ block: { key } }: { readonly block: Block }) {
  const text = useAdminText().automations.editor;
  const { editor, isReadOnly, setOpened } = useParts();
  const blocks = editor.state.flow?.blocks ?? [];
  if (isReadOnly) return null;
  const move = (by: 1 | -1): void => {
    editor.setBlocks(null, (now) => moveBlock(now, key, by));
    const label = by === 1 ? text.down : text.up;
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>(`[data-step-key="${key}"] [aria-label="${label}"]`)?.focus(),
    );
  };
  const put = (make: typeof duplicateBlock): void => {
    const made = make(blocks, key);
    editor.setBlocks(null, () => made.blocks);
    setOpened(made.key, true);
    focusCard(made.key);
  };
  return (
    <span className={classes['cardButtons']}>
      <IconButton sign="↑" label={text.up} isOff={!mayMove(blocks, key, -1)} onClick={() => move(-1)} />
      <IconButton sign="↓" label={text.down} isOff={!mayMove(blocks, key, 1)} onClick={() => move(1)} />
      <IconButton sign="○○" label={text.duplicate} onClick={() => put(duplicateBlock)} />
      <IconButton sign="◆" label={text.wrap} onClick={() => put(branchOff)} />
      <IconButton sign="✕" label={text.remove} onClick={() => editor.setBlocks(null, (now) => removeBlock(now, key))} />
    </span>
  );
}

interface IconProps {
  readonly sign: string;
  readonly label: string;
  readonly isOff?: boolean;
  readonly onClick: () => void;
}

const IconButton = ({ sign, label, isOff = false, onClick }: IconProps) => (
  <Button look="quiet" aria-label={label} title={label} disabled={isOff} onClick={onClick}>
    <span aria-hidden="true">{sign}</span>
  </Button>
);

interface BranchProps {
  readonly block: BranchBlock;
  readonly number: string;
  readonly isOpen: boolean;
}

const letters = { true: 'a', false: 'b', unknown: 'c' } as const;

function BranchBody({ block, number, isOpen }: BranchProps) {
  const text = useAdminText().automations.editor;
  const { editor, findings, isReadOnly } = useParts();
  const { key, lanes, conditions } = block;
  const change = (tag: string | null, next: (before: BranchBlock) => BranchBlock): void =>
    editor.setBlocks(tag, (blocks) => changeBlock(blocks, key, (each) => next(each as BranchBlock)));
  const found = Object.entries(findings.blocks.get(key) ?? {});
  return (
    <>
      {isOpen && (
        <ConditionsField
          at={key}
          label={text.condition}
          conditions={conditions}
          problems={found.filter(([path]) => path !== '').map(([, said]) => said)}
          onChange={(next) => change(`conditions ${key}`, (before) => ({ ...before, conditions: next }))}
        />
      )}
      {laneNames.map((lane) => {
        const blocks = lanes[lane];
        if (blocks === null) return null;
        const label = `${number} ${text.lanes[lane]}`;
        return (
          <section key={lane} className={classes['lane']} data-lane={lane} aria-label={label}>
            <h4>{text.lanes[lane]}</h4>
            <StepList blocks={blocks} branch={key} lane={lane} number={`${number}${letters[lane]}.`} place={label} />
          </section>
        );
      })}
      {isOpen && !isReadOnly && (
        <div>
          <Button
            look="quiet"
            onClick={() =>
              change(null, (before) => ({
                ...before,
                lanes: { ...before.lanes, unknown: before.lanes.unknown === null ? [] : null },
              }))
            }
          >
            {lanes.unknown === null ? text.addUnknown : text.removeUnknown}
          </Button>
        </div>
      )}
    </>
  );
}
