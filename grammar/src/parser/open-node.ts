import type { CstElement, CstNode, IToken } from 'chevrotain';

/** A node while it is being read. Used again and again, so that what only passes a part on costs no memory. */
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

  /** The part itself where it is the only one and no token stands beside it. */
  get onlyNode(): CstNode | null {
    return this.#single;
  }

  /** `first` and `last` are the outermost tokens; undefined where nothing was read. */
  close(name: string, first: IToken | undefined, last: IToken | undefined): CstNode {
    if (this.#single) this.#children = { [this.#singleLabel]: [this.#single] };
    const location = {
      startOffset: first?.startOffset ?? Number.NaN,
      endOffset: last?.endOffset ?? Number.NaN,
    };
    return { name, children: this.#children ?? {}, location };
  }
}
