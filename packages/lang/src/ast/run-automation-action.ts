import { freezeNode, type SyntaxNode, type SourceRange } from './syntax-node.js';
import type { ObjectNode } from './object-node.js';

/** `run automation "<id>"`. */
export interface RunAutomationAction extends SyntaxNode {
  readonly kind: 'runAutomationAction';
  readonly automation: string;
  /** `with { … }`. */
  readonly settings: ObjectNode | null;
}

export const runAutomationAction = (
  automation: string,
  settings: ObjectNode | null = null,
  range: SourceRange | null = null,
): RunAutomationAction => freezeNode({ kind: 'runAutomationAction', automation, settings, range });
