import { type FormEvent, useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { useText } from '../../../i18n/reader.js';
import { useRefusal } from '../../../shell/place.js';
import screen from '../../../shell/screen.module.css';
import { Actions, Button, FailureNotice, Field, Notice } from '../../../ui/index.js';
import { type Problem, readValue } from '../model/parameter-value.js';
import { ruleText } from '../model/params.js';
import { type Parameter, useSetParameter } from './use-parameters.js';

const minReason = 5;

/** The server sends an expression over constants as text, and anything else as a value. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

interface ParameterFormProps {
  readonly parameter: Parameter;
  /** A proposed value from another page, as rules write it. */
  readonly proposed: string | undefined;
}

export function ParameterForm({ parameter, proposed }: ParameterFormProps) {
  const text = useAdminText().lab;
  const { name, value, between } = parameter;
  return (
    <section className={screen['panel']} aria-label={name}>
      <h2>
        <code>{name}</code>
      </h2>
      <p>{text.now(ruleText(value))}</p>
      {isSame(value, parameter.default) || <p>{text.declaredAs(ruleText(parameter.default))}</p>}
      {between ? (
        <SetParameter parameter={parameter} between={between} proposed={proposed} />
      ) : (
        <Notice kind="warning">{text.fixedTells}</Notice>
      )}
    </section>
  );
}

interface SetParameterProps extends ParameterFormProps {
  readonly between: readonly unknown[];
}

function SetParameter({ parameter, between, proposed }: SetParameterProps) {
  const [text, { releases, shell }] = [useAdminText().lab, useText()];
  const needed = useRefusal()('rules:publish');
  const setting = useSetParameter();
  const [typed, setTyped] = useState(proposed ?? '');
  const [reason, setReason] = useState('');
  const [low = '', high = ''] = between.map(ruleText);
  const step = parameter.step === null ? null : ruleText(parameter.step);
  const problems: Readonly<Record<Problem, string>> = {
    form: text.writtenLike(low),
    range: text.outside(low, high),
    step: text.betweenSteps(step ?? '', low),
  };
  const read = readValue(typed, parameter);
  const isTyped = typed.trim() !== '';
  const problem = isTyped && 'problem' in read ? problems[read.problem] : undefined;
  const isOwn = 'json' in read && isSame(read.json, parameter.value);
  const refusal =
    needed !== null
      ? shell.needs(needed)
      : !isTyped || 'problem' in read
        ? (problem ?? text.valueMissing)
        : isOwn
          ? text.sameValue
          : reason.trim().length < minReason
            ? releases.reasonLength(minReason)
            : null;
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (refusal !== null || setting.isPending || !('json' in read)) return;
    const change = { parameter, value: read.json, reason: reason.trim() };
    setting.mutate(change, {
      onSuccess: () => {
        setTyped('');
        setReason('');
      },
    });
  };
  return (
    <form className={screen['form']} onSubmit={send}>
      <Field
        label={text.newValue}
        hint={text.within(low, high, step)}
        problem={problem}
        value={typed}
        maxLength={100}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <Field
        label={releases.reason}
        hint={releases.reasonLength(minReason)}
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.target.value)}
      />
      {setting.error && <FailureNotice error={setting.error} />}
      <Actions>
        <Button look="main" type="submit" refused={refusal} disabled={setting.isPending}>
          {text.setIt}
        </Button>
        {isSame(parameter.value, parameter.default) || (
          <Button onClick={() => setTyped(ruleText(parameter.default))}>
            {text.backToDeclared(ruleText(parameter.default))}
          </Button>
        )}
      </Actions>
    </form>
  );
}
