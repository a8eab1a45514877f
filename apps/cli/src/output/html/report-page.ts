import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { html, rawHtml, type Html } from './html-text.js';

/** Drawn by the script of the page; a table with the same numbers stands below it. */
export interface Chart {
  readonly title: string;
  /** What the axes are. */
  readonly x: string;
  readonly y: string;
  /** What stands below each place of the x axis; null: its values are numbers. */
  readonly labels: readonly string[] | null;
  readonly values: readonly number[];
  readonly series: readonly {
    readonly label: string;
    readonly as: 'line' | 'bars' | 'points';
    readonly values: readonly (number | null)[];
  }[];
}

export interface ReportPage {
  readonly title: string;
  readonly lead: Html;
  readonly charts: readonly Chart[];
  /** `chart(0)` is the place of the first chart. */
  readonly body: (chart: (index: number) => Html) => Html;
}

// The bundle and the single modules lie at different depths: found by package, not by place.
const asset = (name: string): string => readFileSync(createRequire(import.meta.url).resolve(name), 'utf8');

/** What ends a script early must not stand in one. */
const inScript = (text: string): Html => rawHtml(text.replace(/<(?=[/!]|script)/gi, '\\x3c'));
const json = (value: unknown): Html => rawHtml(JSON.stringify(value).replaceAll('<', '\\u003c'));

const chartContainer = (charts: readonly Chart[], index: number): Html =>
  html`<figure>
    <figcaption>${charts[index]?.title ?? ''}</figcaption>
    <div
      data-chart="${String(index)}"
      role="img"
      aria-label="${charts[index]?.title ?? ''}; its numbers are in a table"
    ></div>
  </figure>`;

/** One file that needs no network: style, script and data stand in it, and its policy forbids to load anything. */
export function reportPage({ title, lead, charts, body }: ReportPage): string {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"
        />
        <title>${title}</title>
        <style>
          ${rawHtml(asset('uplot/dist/uPlot.min.css'))}
          ${rawHtml(asset('@tamis/cli/report/report.css'))}
        </style>
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          ${lead}
        </header>
        <main>${body((index) => chartContainer(charts, index))}</main>
        <script type="application/json" id="charts">
          ${json(charts)}
        </script>
        <script>
          ${inScript(asset('uplot/dist/uPlot.iife.min.js'))};
          ${inScript(asset('@tamis/cli/report/draw-charts.js'))};
        </script>
      </body>
    </html> `;
  return `${page.html.trim()}\n`;
}
