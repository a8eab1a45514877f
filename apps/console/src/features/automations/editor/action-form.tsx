import { useAdminText } from '../../../i18n/admin.js';
import { Button, inputClass } from '../../../ui/index.js';
import classes from '../automations.module.css';
import { problemOf } from '../model/findings.js';
import type { ActionBlock } from '../model/flow.js';
import { changeBlock, variablesBefore } from '../model/flow-edits.js';
import { type ActionField, useParts } from './catalogue.js';
import { asText, ConfigField, isTemplate } from './config-field.js';
import { Labeled, Problem } from './labeled.js';
import { Options } from './reference-input.js';
import { useAssignees } from './references.js';

interface FormProps {
  readonly block: ActionBlock;
  readonly found: Readonly<Record<string, string>> | undefined;
}

type Config = Readonly<Record<string, unknown>>;

/** The settings of an action, as the server declares them. */
export function ActionForm({ block, found }: FormProps) {
  const text = useAdminText().automations.editor;
  const { editor, catalogue } = useParts();
  const { key, action } = block;
  const declared = catalogue.actions.find(({ type }) => type === action.type);
  const config: Config = action.config ?? {};
  const variables = variablesBefore(editor.state.flow?.blocks ?? [], key);
  const setConfig = (tag: string, next: Config): void =>
    editor.setBlocks(`${key} ${tag}`, (blocks) =>
      changeBlock(blocks, key, (each) => {
        const { isStandby: _was, ...own } = each as ActionBlock;
        return { ...own, action: { ...own.action, config: next } };
      }),
    );
  const setMember = (name: string, value: unknown): void => {
    const { [name]: _before, ...rest } = config;
    const names = Object.keys(config).includes(name) ? Object.keys(config) : [...Object.keys(config), name];
    const all: Config = { ...rest, [name]: value };
    setConfig(
      name,
      Object.fromEntries(names.filter((each) => all[each] !== undefined).map((each) => [each, all[each]])),
    );
  };
  const labelOf = (name: string): string =>
    (action.type === 'send_email' && name === 'to' ? text.fields['to_addresses'] : text.fields[name]) ?? name;
  const hasAssignee = declared?.fields.some(({ refersTo }) => refersTo === 'assignee') === true;
  const fields = (declared?.fields ?? []).filter(({ name }) => !hasAssignee || name !== 'assignedToType');
  const others = Object.keys(config).filter((name) => declared && !declared.fields.some((each) => each.name === name));
  return (
    <div className={classes['form']} data-form>
      <p className={classes['soft']}>{text.tells[action.type]}</p>
      {fields.map((field) =>
        field.refersTo === 'assignee' ? (
          <AssigneeField
            key={field.name}
            {...{ field, config }}
            problem={problemOf(found, `config.${field.name}`)}
            label={labelOf(field.name)}
            onChange={(next) => setConfig(field.name, next)}
          />
        ) : (
          <ConfigField
            key={field.name}
            {...{ field, variables }}
            label={labelOf(field.name)}
            value={config[field.name]}
            problem={problemOf(found, `config.${field.name}`)}
            onChange={(value) => setMember(field.name, value)}
          />
        ),
      )}
      {others.map((name) => (
        <div key={name} data-other-member>
          <code>
            {name}: {asText(config[name])}
          </code>{' '}
          <small>{text.notAField}</small> <Problem said={problemOf(found, `config.${name}`)} />
          <Button look="quiet" aria-label={text.removeMember(name)} onClick={() => setMember(name, undefined)}>
            ✕
          </Button>
        </div>
      ))}
      {found?.['type'] !== undefined && <Problem said={found['type']} />}
      {found?.['config'] !== undefined && <Problem said={found['config']} />}
      <p className={classes['soft']}>{action.type === 'wait' ? text.waitTells(catalogue.waitDays) : text.retries}</p>
    </div>
  );
}

interface AssigneeProps {
  readonly field: ActionField;
  readonly config: Config;
  readonly label: string;
  readonly problem: string | undefined;
  readonly onChange: (config: Config) => void;
}

/** Lists teams and members together. The kind is stored with the id. */
function AssigneeField({ field, config, label, problem, onChange }: AssigneeProps) {
  const text = useAdminText().automations.editor;
  const { isReadOnly } = useParts();
  const { teams, members } = useAssignees();
  const { [field.name]: id, assignedToType: type, ...rest } = config;
  const shown = asText(id);
  const known = [...teams, ...members].some(([each]) => each === shown);
  return (
    <Labeled label={field.required ? `${label} *` : label} problem={problem}>
      {(input) => (
        <select
          {...input}
          className={inputClass}
          disabled={isReadOnly}
          value={shown}
          onChange={({ target: { value } }) => {
            if (value === '') return onChange(rest);
            const isTeam = teams.some(([each]) => each === value);
            onChange({ ...rest, [field.name]: value, ...(isTeam && { assignedToType: 'team' }) });
          }}
        >
          <option value="">{field.required ? text.noneChosen : text.asGiven}</option>
          {shown !== '' && !known && (
            <option value={shown}>{isTemplate(shown) || type === undefined ? shown : text.gone(shown)}</option>
          )}
          <optgroup label={text.teams}>
            <Options choices={teams} />
          </optgroup>
          <optgroup label={text.members}>
            <Options choices={members} />
          </optgroup>
        </select>
      )}
    </Labeled>
  );
}
