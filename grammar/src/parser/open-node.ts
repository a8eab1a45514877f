import type { CstElement, CstNode, IToken } from 'chevrotain';

/** A node while it is being built. It is reused, so that levels that only pass a part on need no memory. */
export class OpenNode {
  #children: Record<string, CstElement[]> | null = null;
  #single: CstNode | null = null;
  #singleLabel = '';

  open(): void {
    this.#children = null;
    this.#single = null;
  }

  add(label: string, element: CstElement): void {
    const children = (this.#children ??= {});
    if (this.#single) {
      children[this.#singleLabel] = [this.#single];
      this.#single = null;
    }
    const given = children[label];
    if (given === undefined) children[label] = [element];
    else given.push(element);
  }

  addNode(label: string, node: CstNode): void {
    if (this.#children !== null || this.#single !== null) return this.add(label, node);
    this.#single = node;
    this.#singleLabel = label;
  }

  /** The only part of the node, if there are no tokens in addition to it. */
  get onlyNode(): CstNode | null {
    return this.#single;
  }

  /** `first` and `last` are the outermost tokens. `undefined` if nothing was parsed. */
  close(name: string, first: IToken | undefined, last: IToken | undefined): CstNode {
    if (this.#single) this.#children = { [this.#singleLabel]: [this.#single] };
    const location = {
      startOffset: first?.startOffset ?? Number.NaN,
      endOffset: last?.endOffset ?? Number.NaN,
    };
    return { name, children: this.#children ?? {}, location };
  }
}
