import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { html, rawHtml, type Html } from './html-text.js';

/** A chart that the script of the page draws. A table with the same numbers follows it. */
export interface Chart {
  readonly title: string;
  /** Titles of the axes. */
  readonly x: string;
  readonly y: string;
  /** Labels of the x axis by position, or `null` if its values are numbers. */
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
  /** `chart(0)` is the placeholder of the first chart. */
  readonly body: (chart: (index: number) => Html) => Html;
}

// The bundle and the single modules are at different depths, so assets are found by package rather than by relative path.
const asset = (name: string): string => readFileSync(createRequire(import.meta.url).resolve(name), 'utf8');

/** A script must not contain text that would end it early. */
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

/** Renders one file that needs no network: it contains its style, script and data, and its policy forbids loading anything. */
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
