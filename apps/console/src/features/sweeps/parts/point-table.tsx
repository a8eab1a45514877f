import { useAdminText } from '../../../i18n/admin.js';
import { useFormats } from '../../../i18n/reader.js';
import { Button } from '../../../ui/index.js';
import screen from '../../../shell/screen.module.css';
import classes from '../lab.module.css';
import { precisionOf, type SweepPoint } from '../model/points.js';

interface PointTableProps {
  readonly points: readonly SweepPoint[];
  readonly names: readonly string[];
  readonly frontier: ReadonlySet<string>;
  readonly place: number;
  readonly onChoose: (place: number) => void;
}

/** Shows the same data as the charts, in figures. */
export function PointTable({ points, names, frontier, place, onChoose }: PointTableProps) {
  const text = useAdminText().lab;
  const formats = useFormats();
  const heads = [text.value, text.alertsPerDay, text.hours, text.hits, text.caught, text.falseAlarms, text.precision];
  return (
    <section className={screen['panel']} aria-label={text.allValues}>
      <h2>{text.allValues}</h2>
      <div className={classes['scroll']} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map((point, index) => {
              const name = names[index] ?? '';
              const precision = precisionOf(point);
              return (
                <tr key={name} data-chosen={index === place || undefined}>
                  <th scope="row">
                    <Button look="quiet" aria-pressed={index === place} onClick={() => onChoose(index)}>
                      {frontier.has(name) ? '● ' : ''}
                      {name}
                      {frontier.has(name) && <span className="hidden"> {text.onFrontier}</span>}
                    </Button>
                  </th>
                  <td>{formats.number(point.alertsPerDay)}</td>
                  <td>{formats.number(point.analystHoursPerDay)}</td>
                  <td>{formats.number(point.hits)}</td>
                  <td>{formats.number(point.positivesCaught)}</td>
                  <td>{formats.number(point.falseAlarms)}</td>
                  <td>{precision === null ? '–' : formats.share(precision)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </section>
  );
}
