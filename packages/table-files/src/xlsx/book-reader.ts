import type { XmlHandler } from './read-xml.js';

/** Information about sheets in a workbook. */
export interface Book {
  /** Name of the part. */
  readonly firstSheet: string;
  /** Whether days are counted from 1904. */
  readonly is1904: boolean;
}

/** Reads the workbook, and then the list of parts that it refers to. */
export function bookReader(): { readonly handle: XmlHandler; book(): Book | null } {
  let sheetId: string | undefined;
  let is1904 = false;
  const targets = new Map<string, string>();
  return {
    handle: {
      open(name, attributes) {
        if (name === 'sheet') sheetId ??= attributes['id'];
        if (name === 'workbookPr') is1904 = /^(1|true)$/.test(attributes['date1904'] ?? '');
        if (name === 'Relationship') targets.set(attributes['Id'] ?? '', attributes['Target'] ?? '');
      },
    },
    book() {
      const target = sheetId === undefined ? undefined : targets.get(sheetId);
      if (target === undefined) return null;
      return { firstSheet: target.startsWith('/') ? target.slice(1) : `xl/${target}`, is1904 };
    },
  };
}
