import { formatRules } from '@tamis/lang';
import type { TextEdit } from 'vscode-languageserver-types';
import type { Project } from '../project/project.js';

/** The edit that lays a file out. None where it already is, or where a syntax error makes its layout unknown. */
export function formatEdits(uri: string, project: Project): readonly TextEdit[] {
  const document = project.document(uri);
  if (!document) return [];
  const result = formatRules(document.text);
  const { text } = result;
  if (text === null || text === document.text) return [];
  // Only what differs is replaced, so that the cursor and other marks stay where they are.
  let start = 0;
  while (start < text.length && text[start] === document.text[start]) start++;
  let [end, newEnd] = [document.text.length, text.length];
  while (end > start && newEnd > start && document.text[end - 1] === text[newEnd - 1]) {
    end--;
    newEnd--;
  }
  return [{ range: document.rangeOf(start, end), newText: text.slice(start, newEnd) }];
}
