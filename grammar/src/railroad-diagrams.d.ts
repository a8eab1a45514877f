/** Version 1.0.0 of the package, which has no types of its own; what the diagrams of the grammar use. */
declare module 'railroad-diagrams' {
  namespace railroad {
    /** A piece of a diagram; as text it is SVG. */
    interface Part {
      toString(): string;
    }
  }
  type Child = railroad.Part | string;
  const railroad: {
    readonly Diagram: (...items: readonly Child[]) => railroad.Part;
    readonly Sequence: (...items: readonly Child[]) => railroad.Part;
    readonly Choice: (normal: number, ...items: readonly Child[]) => railroad.Part;
    readonly Optional: (item: Child) => railroad.Part;
    readonly OneOrMore: (item: Child, repeat?: Child) => railroad.Part;
    readonly ZeroOrMore: (item: Child, repeat?: Child) => railroad.Part;
    readonly Terminal: (text: string) => railroad.Part;
    readonly NonTerminal: (text: string, href?: string) => railroad.Part;
    readonly Skip: () => railroad.Part;
  };
  export = railroad;
}
