/** Values by text, of so many characters in all; the one used longest ago goes first. */
export class BoundedTexts<Value> {
  private readonly kept = new Map<string, { readonly value: Value; readonly length: number }>();
  private held = 0;

  constructor(private readonly maxCharacters: number) {}

  get(text: string): Value | undefined {
    const found = this.kept.get(text);
    if (found === undefined) return undefined;
    this.kept.delete(text);
    this.kept.set(text, found);
    return found.value;
  }

  /** `length`: how many characters the entry counts for. */
  set(text: string, value: Value, length = text.length): void {
    this.forget(text);
    this.kept.set(text, { value, length });
    this.held += length;
    for (const [oldest] of this.kept) {
      if (this.held <= this.maxCharacters) break;
      this.forget(oldest);
    }
  }

  private forget(text: string): void {
    this.held -= this.kept.get(text)?.length ?? 0;
    this.kept.delete(text);
  }
}
