/** Values by text, of so many characters in all; the one used longest ago goes first. */
export class TextLruCache<Value> {
  private readonly entries = new Map<string, { readonly value: Value; readonly length: number }>();
  private totalLength = 0;

  constructor(private readonly maxCharacters: number) {}

  get(text: string): Value | undefined {
    const found = this.entries.get(text);
    if (found === undefined) return undefined;
    this.entries.delete(text);
    this.entries.set(text, found);
    return found.value;
  }

  /** `length`: how many characters the entry counts for. */
  set(text: string, value: Value, length = text.length): void {
    this.delete(text);
    this.entries.set(text, { value, length });
    this.totalLength += length;
    for (const [oldest] of this.entries) {
      if (this.totalLength <= this.maxCharacters) break;
      this.delete(oldest);
    }
  }

  private delete(text: string): void {
    this.totalLength -= this.entries.get(text)?.length ?? 0;
    this.entries.delete(text);
  }
}
