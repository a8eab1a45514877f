/** Text that is already HTML. */
export interface Html {
  readonly html: string;
}

export type HtmlPart = Html | string | number | null | readonly Html[];

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? sign);

function textOf(part: HtmlPart): string {
  if (part === null) return '';
  if (typeof part === 'string') return escaped(part);
  if (typeof part === 'number') return part.toLocaleString('en');
  return 'html' in part ? part.html : part.map(({ html }) => html).join('');
}

/** A template whose values are escaped unless they are HTML. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  const text = strings.reduce((all, string, index) => all + textOf(parts[index - 1] ?? null) + string);
  return { html: text };
}

export const rawHtml = (text: string): Html => ({ html: text });
