/** What was chosen on the page, and nothing that was typed. */
export interface Choices {
  readonly language: string | null;
  readonly documentType: string;
  readonly issuingCountry: string;
}

interface Memory<State> {
  readonly choices: Choices;
  /** How it ended: the server does not know the link any more then. */
  readonly ended: State | null;
}

const empty: Memory<never> = { choices: { language: null, documentType: '', issuingCountry: '' }, ended: null };

/** Of one link, as long as its tab is open, so that a page that is loaded again goes on where it was. */
export class TabMemory<State> {
  private readonly name: string;

  constructor(base: string) {
    // The end of the secret tells links apart; the whole of it is kept nowhere.
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
      // A browser that keeps nothing asks again after a reload.
    }
  }
}
