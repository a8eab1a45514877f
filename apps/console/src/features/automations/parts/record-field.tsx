import { useId } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { adminClasses } from '../../admin/index.js';
import type { RecordKind } from './record-choices.js';
import { RecordPicker } from './record-picker.js';

interface RecordFieldProps {
  readonly kind: Extract<RecordKind, 'entity' | 'transaction'>;
  readonly value: string;
  readonly onChange: (id: string) => void;
}

/** A record field of a dialog, with its label. */
export function RecordField({ kind, value, onChange }: RecordFieldProps) {
  const text = useAdminText().automations.editor.fields;
  const id = useId();
  return (
    <div className={adminClasses['choice']}>
      <label htmlFor={id}>{text[`${kind}Id`]}</label>
      <RecordPicker kind={kind} input={{ id }} value={value} onChange={onChange} />
    </div>
  );
}
