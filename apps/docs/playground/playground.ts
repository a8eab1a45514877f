import { createRuleEditor, startLanguage, type Finding, type RuleEditor } from '@tamis/rule-editor';
import { packState, unpackState } from './address.js';
import type { ComparedTransaction, CompareReply, CompareRequest } from './messages.js';
import { startText } from './start-text.js';
import { styles } from './styles.js';

/** The pause in typing after which the payments are decided again. */
const pauseMs = 150;
/** The maximum number of rows shown; all are counted. */
const shownRows = 200;

const wordTexts = {
  newName: (name: string) => `New name of ${name}`,
  parameterName: 'Name of the parameter',
  apply: 'Apply',
  noName: 'The cursor is not on a name that the rules declare',
  isShared: (name: string) => `${name} is declared elsewhere`,
  isTaken: (name: string) => `${name} is no name, or it is already used`,
  noConstant: 'The cursor is not on a number',
};

type Compared = Extract<CompareReply, { readonly kind: 'compared' }>;

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** Shows rules on the left, and on the right their decisions on a thousand payments, all within the page. */
class Playground extends HTMLElement {
  readonly #replay = new Worker(new URL('./replay-worker.js', import.meta.url), { type: 'module', name: 'replay' });
  readonly #language = startLanguage();
  readonly #editorPlace = element('div', { class: 'editor' });
  readonly #findings = element('ul', { class: 'findings', 'aria-label': 'Problems of the text' });
  readonly #says = element('p', { class: 'says', role: 'status' }, 'Loading a thousand payments …');
  readonly #tests = element('div', { class: 'tests' });
  readonly #rows = element('tbody', {});
  #editor: RuleEditor | null = null;
  #before = startText;
  #pinned = new Set<string>();
  #version = 0;
  #last: Compared | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  connectedCallback(): void {
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [styles];
    root.append(element('div', { class: 'sides' }, this.#left(), this.#right()));
    this.#replay.onmessage = ({ data }: MessageEvent<CompareReply>) => this.#take(data);
    void this.#open();
    addEventListener('hashchange', this.#reopen);
  }

  disconnectedCallback(): void {
    removeEventListener('hashchange', this.#reopen);
    clearTimeout(this.#timer);
    this.#replay.terminate();
    this.#language.end();
    this.#editor?.destroy();
  }

  /** Handles a link to another text that was followed. */
  readonly #reopen = (): void => {
    void unpackState(location.hash.slice(1)).then((state) => {
      if (state === null || state.text === this.#editor?.text) return;
      this.#before = state.before ?? state.text;
      this.#pinned = new Set(state.pinned);
      this.#editor?.replace(state.text);
    });
  };

  #left(): HTMLElement {
    const keep = element('button', { type: 'button' }, 'Compare from here');
    keep.addEventListener('click', () => {
      this.#before = this.#editor?.text ?? this.#before;
      this.#decide();
    });
    const again = element('button', { type: 'button' }, 'Begin anew');
    again.addEventListener('click', () => {
      this.#before = startText;
      this.#pinned.clear();
      this.#editor?.replace(startText);
    });
    const bar = element('div', { class: 'bar' }, keep, again);
    return element('section', { 'aria-label': 'Rules' }, bar, this.#editorPlace, this.#findings, this.#tests);
  }

  #right(): HTMLElement {
    const head = ['Payment', 'Customer', 'Amount', 'Known as', 'Before', 'Now', 'Because'].map((text) =>
      element('th', { scope: 'col' }, text),
    );
    const table = element('table', {}, element('thead', {}, element('tr', {}, ...head)), this.#rows);
    const hint = element(
      'p',
      { class: 'hint' },
      'Changed decisions come first. Press t on a row, or its button, to pin it.',
    );
    const place = element('div', { class: 'rows', tabindex: '0', role: 'region', 'aria-label': 'Payments' }, table);
    return element('section', { 'aria-label': 'Decisions' }, this.#says, hint, place);
  }

  async #open(): Promise<void> {
    const state = location.hash.length > 1 ? await unpackState(location.hash.slice(1)) : null;
    const text = state?.text ?? startText;
    this.#before = state?.before ?? text;
    this.#pinned = new Set(state?.pinned);
    this.#editor = createRuleEditor({
      parent: this.#editorPlace,
      text,
      names: { shared: [], lists: [], currencies: [] },
      language: this.#language,
      texts: { label: 'Text of the rules', phrases: {} },
      isReadOnly: false,
      nonce: '',
      words: { texts: wordTexts, notify: (told) => this.#says.replaceChildren(told) },
      onChange: () => this.#decideSoon(),
      onFindings: (findings) => this.#showFindings(findings),
    });
    // Makes the scroll area accessible without a mouse.
    this.#editorPlace.querySelector('.cm-scroller')?.setAttribute('tabindex', '0');
    this.#decide();
  }

  #decideSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#decide(), pauseMs);
  }

  #decide(): void {
    this.#version += 1;
    const request: CompareRequest = { version: this.#version, before: this.#before, now: this.#editor!.text };
    this.#replay.postMessage(request);
    void this.#writeAddress();
  }

  async #writeAddress(): Promise<void> {
    const text = this.#editor!.text;
    const before = this.#before === text ? null : this.#before;
    const packed = await packState({ text, before, pinned: [...this.#pinned] });
    history.replaceState(history.state, '', `#${packed}`);
  }

  #take(reply: CompareReply): void {
    // A later text is already being decided.
    if (reply.version !== this.#version) return;
    this.classList.toggle('stale', reply.kind === 'failed');
    if (reply.kind === 'failed') {
      this.#says.textContent = `${reply.problem}. The decisions below are of the last text without errors.`;
      return;
    }
    this.#last = reply;
    this.#show(reply);
  }

  #show({ payments, alerts, tests, ms }: Compared): void {
    const flips = payments.filter(({ before, now }) => before !== now).length;
    const stopped = payments.filter(({ now }) => now !== 'APPROVE');
    const caught = stopped.filter(({ label }) => label === 'fraud').length;
    const cleared = stopped.filter(({ label }) => label === 'cleared').length;
    const frauds = payments.filter(({ label }) => label === 'fraud').length;
    this.#says.textContent =
      `${flips} of ${payments.length} decisions change. Not approved: ${stopped.length}, including ${caught} of ${frauds} known frauds ` +
      `and ${cleared} false alarms. Alerts: ${alerts.now}, before ${alerts.before}. ${ms.toFixed(0)} ms.`;
    const failures = tests.failures.map(({ title, says }) => element('li', {}, `${title}: ${says}`));
    const summary = element('p', {}, `Tests: ${tests.passed} passed, ${tests.failures.length} failed.`);
    this.#tests.replaceChildren(summary, element('ul', {}, ...failures));
    this.#showRows(payments);
  }

  #showRows(payments: readonly ComparedTransaction[]): void {
    const rank = ({ id, before, now }: ComparedTransaction): number =>
      this.#pinned.has(id) ? 0 : before !== now ? 1 : now !== 'APPROVE' ? 2 : 3;
    const ordered = payments.toSorted((a, b) => rank(a) - rank(b)).slice(0, shownRows);
    this.#rows.replaceChildren(...ordered.map((payment) => this.#row(payment)));
  }

  #row(payment: ComparedTransaction): HTMLElement {
    const { id, at, customer, amount, label, before, now, scoreBefore, scoreNow, hits, unknown } = payment;
    const isPinned = this.#pinned.has(id);
    const pin = element('button', { type: 'button', 'aria-pressed': String(isPinned), class: 'pin' }, id);
    pin.addEventListener('click', () => this.#pin(id));
    pin.addEventListener('keydown', ({ key }) => (key === 't' ? this.#pin(id) : undefined));
    pin.title = new Date(at).toISOString();
    const because = [...hits, ...unknown.map((key) => `${key} unknown`)].join(', ');
    const cells = [customer, amount, label ?? '', `${before} ${scoreBefore}`, `${now} ${scoreNow}`, because];
    const kind = before === now ? '' : now === 'APPROVE' ? 'freed' : 'stopped';
    return element('tr', { class: kind }, element('td', {}, pin), ...cells.map((text) => element('td', {}, text)));
  }

  #pin(id: string): void {
    if (!this.#pinned.delete(id)) this.#pinned.add(id);
    if (this.#last) this.#showRows(this.#last.payments);
    void this.#writeAddress();
    const pins = [...this.#rows.querySelectorAll<HTMLElement>('.pin')];
    pins.find(({ textContent }) => textContent === id)?.focus();
  }

  #showFindings(findings: readonly Finding[]): void {
    const items = findings.map(({ code, message, line, offset }) => {
      const go = element('button', { type: 'button' }, `line ${line}: ${message}`);
      go.addEventListener('click', () => this.#editor?.goTo(offset));
      const about = element('a', { href: `/docs/errors/${code}`, target: '_blank' }, code);
      return element('li', {}, about, ' ', go);
    });
    this.#findings.replaceChildren(...items);
  }
}

customElements.define('tamis-playground', Playground);
