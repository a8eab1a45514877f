import type { CompletionItem, CompletionItemKind, Range } from 'vscode-languageserver-types';

/** Category of a proposal, which determines its icon and its order in the list. */
export type ProposalKind =
  | 'value'
  | 'name'
  | 'field'
  | 'root'
  | 'operator'
  | 'keyword'
  | 'function'
  | 'word'
  | 'list'
  | 'snippet';

export interface Proposal {
  readonly label: string;
  readonly kind: ProposalKind;
  /** Text to insert, if it is not the label. Contains placeholders (`${1:name}`) if `isSnippet` is set. */
  readonly insert?: string;
  readonly isSnippet?: boolean;
  readonly detail?: string;
  readonly documentation?: string;
  readonly deprecated?: boolean;
}

/** Icon in the protocol, and position in the list. */
const kinds: Readonly<Record<ProposalKind, { readonly icon: CompletionItemKind; readonly order: string }>> = {
  value: { icon: 12, order: '1' },
  word: { icon: 20, order: '1' },
  list: { icon: 22, order: '1' },
  name: { icon: 6, order: '2' },
  field: { icon: 5, order: '3' },
  root: { icon: 9, order: '3' },
  operator: { icon: 24, order: '4' },
  function: { icon: 3, order: '5' },
  keyword: { icon: 14, order: '6' },
  snippet: { icon: 15, order: '7' },
};

const plainText = 1;
const snippet = 2;

export function completionItem(proposal: Proposal, range: Range): CompletionItem {
  const { label, kind, insert = label, isSnippet = false, detail, documentation, deprecated } = proposal;
  const { icon, order } = kinds[kind];
  return {
    label,
    kind: icon,
    sortText: `${order}${label}`,
    filterText: label,
    insertTextFormat: isSnippet ? snippet : plainText,
    textEdit: { range, newText: insert },
    ...(detail === undefined ? {} : { detail }),
    ...(documentation === undefined ? {} : { documentation: { kind: 'markdown', value: documentation } }),
    ...(deprecated === true ? { tags: [1] } : {}),
  };
}
