/** What was chosen on the page; nothing that was typed is kept. */
export interface Choices {
  readonly language: string | null;
  readonly documentType: string;
  readonly issuingCountry: string;
}

interface Memory<State> {
  readonly choices: Choices;
  /** Final state; the server no longer knows the link once it has ended. */
  readonly ended: State | null;
}

const empty: Memory<never> = { choices: { language: null, documentType: '', issuingCountry: '' }, ended: null };

/** Memory of one link for as long as its tab is open, so that a reloaded page continues where it was. */
export class TabMemory<State> {
  private readonly name: string;

  constructor(base: string) {
    // The end of the secret distinguishes links; the complete secret is not stored anywhere.
    this.name = `kyc-page ${base.slice(-6)}`;
  }

  read(): Memory<State> {
    try {
      return { ...empty, ...(JSON.parse(sessionStorage.getItem(this.name) ?? '{}') as Partial<Memory<State>>) };
    } catch {
      return empty;
    }
  }

  keep(part: Partial<Memory<State>>): void {
    try {
      sessionStorage.setItem(this.name, JSON.stringify({ ...this.read(), ...part }));
    } catch {
      // In a browser that stores nothing, the person is asked again after a reload.
    }
  }
}
