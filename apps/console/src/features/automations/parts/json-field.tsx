import { useState } from 'react';
import { useAdminText } from '../../../i18n/admin.js';
import { inputClass } from '../../../ui/index.js';
import { adminClasses } from '../../admin/index.js';
import { readObject } from '../model/definition.js';
import classes from '../automations.module.css';

/** State of a JSON field. `value` is `null` while the text is not valid, and `refused` is the reason. */
export function useJsonField(first = '{}') {
  const text = useAdminText().automations;
  const [written, setWritten] = useState(first);
  const read = readObject(written);
  const refused = read.ok ? null : read.said === null ? text.tooManyDigits : text.mustBeJson(read.said);
  return { written, setWritten, value: read.ok ? read.value : null, refused };
}

interface JsonFieldProps {
  readonly label: string;
  readonly field: ReturnType<typeof useJsonField>;
  readonly hint?: string;
  readonly rows?: number;
  readonly readOnly?: boolean;
}

/** Input for a JSON object. */
export function JsonField({ label, field, hint, rows = 4, readOnly = false }: JsonFieldProps) {
  return (
    <label className={adminClasses['choice']}>
      <span>{label}</span>
      <textarea
        className={`${inputClass} ${classes['code']}`}
        rows={rows}
        spellCheck={false}
        readOnly={readOnly}
        aria-invalid={field.refused !== null}
        value={field.written}
        onChange={(event) => field.setWritten(event.target.value)}
      />
      {hint !== undefined && <small>{hint}</small>}
    </label>
  );
}
