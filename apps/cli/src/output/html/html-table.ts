import { html, type Html } from './html-text.js';

/** A number is right-aligned and grouped. `change` is signed and coloured. */
export type Cell = string | number | null | { readonly change: number };

interface TableOptions {
  readonly caption: string;
  readonly heading: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** Text columns, which are left-aligned. */
  readonly words?: readonly number[];
  readonly chosenRow?: number;
}

const signed = (value: number): string =>
  value === 0 ? '0' : `${value > 0 ? '+' : '−'}${Math.abs(value).toLocaleString('en')}`;

function cellHtml(cell: Cell, column: number, words: readonly number[]): Html {
  if (typeof cell === 'object' && cell !== null) {
    const kind = cell.change > 0 ? 'more' : cell.change < 0 ? 'less' : 'same';
    return html`<td class="${kind}">${signed(cell.change)}</td>`;
  }
  if (column === 0) return html`<th scope="row">${cell}</th>`;
  return words.includes(column) ? html`<td class="words">${cell}</td>` : html`<td>${cell}</td>`;
}

/** Renders a table that scrolls by itself on narrow pages, also by keyboard. */
export function htmlTable({ caption, heading, rows, words = [], chosenRow }: TableOptions): Html {
  const head = heading.map((each, column) =>
    words.includes(column) ? html`<th scope="col" class="words">${each}</th>` : html`<th scope="col">${each}</th>`,
  );
  const body = rows.map(
    (row, index) =>
      html`<tr class="${index === chosenRow ? 'chosen' : ''}">
        ${row.map((cell, column) => cellHtml(cell, column, words))}
      </tr>`,
  );
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}">
    <table>
      <caption>
        ${caption}
      </caption>
      <thead>
        <tr>
          ${head}
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
}
