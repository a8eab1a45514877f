import { useAdminText } from '../../../i18n/admin.js';
import { useFormats } from '../../../i18n/reader.js';
import screen from '../../../shell/screen.module.css';
import { Notice } from '../../../ui/index.js';
import type { useImportActs } from '../queries.js';

type Checked = NonNullable<ReturnType<typeof useImportActs>['checking']['data']>;

/** Shows the result of checking a file: how many rows would be stored, and which would not. */
export function CheckView({ checked }: { readonly checked: Checked }) {
  const text = useAdminText().imports;
  const formats = useFormats();
  const { validRowCount, invalidRowCount, sampledRows, totalRows, rowErrors, warnings } = checked;
  const findings = [
    ...rowErrors,
    ...warnings.filter(({ row, code }) => !rowErrors.some((error) => error.row === row && error.code === code)),
  ];
  return (
    <section aria-label={text.checked} data-checked={invalidRowCount === 0 ? 'good' : 'bad'}>
      <Notice kind={invalidRowCount === 0 ? 'good' : 'warning'}>
        <p>{text.checkedRows(formats.number(validRowCount), formats.number(invalidRowCount))}</p>
        {sampledRows < totalRows && <p>{text.checkedSome(formats.number(sampledRows), formats.number(totalRows))}</p>}
      </Notice>
      {findings.length > 0 && (
        <div className={screen['wide']}>
          <table>
            <caption className={screen['soft']}>{text.findings}</caption>
            <thead>
              <tr>
                <th scope="col" className={screen['number']}>
                  {text.columns.line}
                </th>
                <th scope="col">{text.columns.column}</th>
                <th scope="col">{text.columns.code}</th>
                <th scope="col">{text.columns.problem}</th>
              </tr>
            </thead>
            <tbody>
              {findings.map(({ row, column, code, message }, index) => (
                <tr key={index} data-line={row}>
                  <td className={screen['number']}>{formats.number(row)}</td>
                  <td>{column}</td>
                  <td>
                    <code>{code}</code>
                  </td>
                  <td lang="en">{message}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}
