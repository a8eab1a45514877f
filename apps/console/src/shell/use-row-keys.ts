import { useKeys } from './keys.js';

const rows = (): readonly HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-row]')];

function move(step: 1 | -1): void {
  const all = rows();
  const at = all.findIndex((row) => row === document.activeElement);
  all[at === -1 ? (step === 1 ? 0 : all.length - 1) : Math.min(Math.max(at + step, 0), all.length - 1)]?.focus();
}

/** `j` and `k` move between rows, `/` moves to the filter. A row is represented by the link of its line: `Enter` opens it. */
export function useRowKeys(): void {
  useKeys({
    j: () => move(1),
    k: () => move(-1),
    '/': () => document.querySelector<HTMLElement>('[data-filter]')?.focus(),
  });
}
