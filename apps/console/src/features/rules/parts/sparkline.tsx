import { useText } from '../../../i18n/reader.js';

const barPx = 4;
const stepPx = barPx + 1;
const heightPx = 16;

/** Bars of the hits per day, with the newest day last. A day without hits is a line. */
export function Sparkline({ counts }: { readonly counts: readonly number[] }) {
  const text = useText().rules;
  const most = Math.max(...counts, 1);
  const label = `${text.hitsPerDay}: ${counts.join(' ')}`;
  return (
    <svg width={counts.length * stepPx} height={heightPx} role="img" aria-label={label} data-sparkline>
      <title>{label}</title>
      {counts.map((count, day) => {
        const height = count === 0 ? 1 : Math.max(2, Math.round((count / most) * heightPx));
        return (
          <rect
            key={day}
            x={day * stepPx}
            y={heightPx - height}
            width={barPx}
            height={height}
            fill="currentColor"
            opacity={count === 0 ? 0.4 : 1}
          />
        );
      })}
    </svg>
  );
}
