import { editDistance } from '@tamis/stdx';

import { frequentWord } from './canonical-word.js';
import { slipsToTheEnd, slipTable } from './slips.js';

/**
 * Legal forms by meaning, in the spelling of `tokenizeName`: lower case, no accents, no full stops. Forms in one line are equivalent:
 * `Siemens AG` is `Siemens Aktiengesellschaft`. Countries share forms if the words are the same.
 */
const forms: Readonly<Record<string, readonly string[]>> = {
  // Companies with shares, public or not.
  stock: [
    ...['sa', 's a', 'sociedad anonima', 'sociedade anonima', 'societe anonyme', 's p a', 'spa', 'societa per azioni'],
    ...[
      'cia',
      'companhia',
      'compania',
      'sociedad por acciones',
      'sociedad anonima abierta',
      'sociedad anonima cerrada',
      'sac',
      'saa',
    ],
    ...[
      'ag',
      'aktiengesellschaft',
      'nv',
      'n v',
      'naamloze vennootschap',
      'ab',
      'aktiebolag',
      'oyj',
      'asa',
      'as',
      'a s',
    ],
    ...['plc', 'public limited company', 'inc', 'incorporated', 'se', 'kk', 'kabushiki kaisha'],
    ...['corp', 'corporation', 'corporacion', 'corporacao'],
    ...['pao', 'oao', 'zao', 'ao', 'ojsc', 'cjsc', 'pjsc', 'jsc', 'joint stock company', 'open joint stock company'],
    ...[
      'public joint stock company',
      'closed joint stock company',
      'aktsionernoe obshchestvo',
      'tbk',
      'tas',
      'anonim sirketi',
    ],
    ...[
      'spolka akcyjna',
      'akciova spolecnost',
      'akciova spolocnost',
      'akciju sabiedriba',
      'akcine bendrove',
      'aktsiaselts',
    ],
    ...['reszvenytarsasag', 'zartkoruen mukodo reszvenytarsasag', 'nyilvanosan mukodo reszvenytarsasag', 'zrt', 'nyrt'],
    ...['aktieselskab', 'aksjeselskap', 'allmennaksjeselskap', 'julkinen osakeyhtio', 'societate pe actiuni'],
    ...[
      'dionicko drustvo',
      'delniska druzba',
      'akcionarsko drustvo',
      'aktsionerno druzhestvo',
      'ead',
      'anonymi etaireia',
    ],
    ...['publichnoe aktsionernoe obshchestvo', 'nepublichnoe aktsionernoe obshchestvo'],
    ...['otkrytoe aktsionernoe obshchestvo', 'zakrytoe aktsionernoe obshchestvo', 'npao', 'prat', 'pat'],
    ...['aktsionerne tovaristvo', 'publichne aktsionerne tovaristvo', 'privatne aktsionerne tovaristvo'],
    ...['aktsionerne tovarystvo', 'publichne aktsionerne tovarystvo', 'pryvatne aktsionerne tovarystvo'],
    ...['perseroan terbatas', 'cong ty co phan', 'berhad', 'sociedad anonima unipersonal', 'sociedad anonima bursatil'],
  ],
  // Simplified companies with shares.
  simple_stock: [
    ...['sas', 's a s', 'sociedad por acciones simplificada', 'societe par actions simplifiee', 'sasu'],
    ...['sapi', 'sapi de cv', 's a p i de c v', 'sociedad anonima promotora de inversion'],
  ],
  // Companies with shares and variable capital.
  variable_stock: ['sa de cv', 's a de c v', 'sociedad anonima de capital variable', 'sab de cv', 's a b de c v'],
  // Limited liability companies.
  limited: [
    ...[
      'ltda',
      'limitada',
      'lda',
      'limited',
      'ltd',
      'ltd sti',
      'limited sirketi',
      'sociedad de responsabilidad limitada',
    ],
    ...[
      'sociedad limitada',
      'sociedade limitada',
      'srl',
      's r l',
      'sl',
      's l',
      'slu',
      's de rl',
      's de r l',
      's de rl de cv',
    ],
    ...['s de r l de c v', 'sarl', 's a r l', 'societe a responsabilite limitee', 'societa a responsabilita limitata'],
    ...['societatea cu raspundere limitata', 'gmbh', 'g m b h', 'gesellschaft mit beschrankter haftung', 'bv', 'b v'],
    ...[
      'besloten vennootschap',
      'bvba',
      'b v b a',
      'aps',
      'oy',
      'sp z o o',
      'sp z oo',
      'spz oo',
      'spzoo',
      'sp zoo',
      'spolka z ograniczona odpowiedzialnoscia',
      'sro',
    ],
    ...[
      's r o',
      'kft',
      'doo',
      'd o o',
      'ooo',
      'o o o',
      'llc',
      'l l c',
      'limited liability company',
      'pty ltd',
      'pty',
      'pvt ltd',
    ],
    ...['private limited', 'pte ltd', 'co ltd', 'company limited', 'sdn bhd', 'too', 'tov'],
    ...['obshchestvo s ogranichennoi otvetstvennostiu', 'obshchestvo s ogranichennoy otvetstvennostyu'],
    ...['eirl', 'e i r l', 'empresa individual de responsabilidad limitada', 'eireli', 'ug', 'unternehmergesellschaft'],
    ...['pty limited', 'proprietary limited', 'pvt limited', 'private ltd', 'pte limited', 'sendirian berhad'],
    ...['fze', 'fzc', 'fzco', 'fz llc', 'free zone establishment', 'free zone company', 'limited sti', 'ltd sirketi'],
    ...[
      'spol s r o',
      'spol s ro',
      'spol sro',
      'spolecnost s rucenim omezenym',
      'spolocnost s rucenim obmedzenym',
      'osakeyhtio',
      'osauhing',
    ],
    ...['korlatolt felelossegu tarsasag', 'anpartsselskab', 'sia', 'sabiedriba ar ierobezotu atbildibu', 'uab'],
    ...['uzdaroji akcine bendrove', 'besloten vennootschap met beperkte aansprakelijkheid', 'srls', 'eurl'],
    ...[
      'societa a responsabilita limitata semplificata',
      'societate cu raspundere limitata',
      'sociedad limitada unipersonal',
    ],
    ...['entreprise unipersonnelle a responsabilite limitee', 'etaireia periorismenis efthynis'],
    ...['drustvo s ogranicenom odgovornoscu', 'drustvo sa ogranicenom odgovornoscu', 'druzba z omejeno odgovornostjo'],
    ...['druzhestvo s ogranichena otgovornost', 'ednolichno druzhestvo s ogranichena otgovornost', 'ood', 'eood'],
    ...['obshchestvo s ogranichennoi otvetstvennostyu', 'obschestvo s ogranichennoy otvetstvennostyu'],
    ...['tovaristvo z obmezhenoyu vidpovidalnistyu', 'tovarystvo z obmezhenoiu vidpovidalnistiu'],
    ...['cong ty tnhh', 'cong ty trach nhiem huu han'],
  ],
  partnership: [
    ...[
      'lp',
      'l p',
      'limited partnership',
      'llp',
      'l l p',
      'limited liability partnership',
      'kg',
      'kommanditgesellschaft',
    ],
    ...[
      'gmbh co kg',
      'gmbh and co kg',
      'gmbh und co kg',
      'gmbh and co kgaa',
      'ag and co kg',
      'ag and co kgaa',
      'kgaa',
      'kommanditgesellschaft auf aktien',
      'offene handelsgesellschaft',
      'societe en nom collectif',
      'societe en commandite simple',
      'societa in nome collettivo',
      'spolka jawna',
      'spolka komandytowa',
      'kommanditbolag',
      'handelsbolag',
      'ohg',
      'gbr',
      'sca',
      'scs',
      'snc',
      's c',
      'sociedad en comandita',
      's en c',
      'cv',
      'vof',
    ],
  ],
  single: ['me', 'mei', 'epp', 'empresario individual', 'e k', 'ek', 'ei', 'eingetragener kaufmann'],
  association: [
    ...[
      'ac',
      'a c',
      'asociacion civil',
      'ong',
      'ngo',
      'ev',
      'e v',
      'eingetragener verein',
      'fundacion',
      'fundacao',
      'ano',
    ],
    ...['spr de rl', 'sociedad cooperativa', 'coop', 'cooperativa', 'asbl', 'vzw'],
  ],
};

/** All kinds, always in the same order. */
export const legalFormKinds: readonly string[] = Object.keys(forms);

const longestForm = 7;

const turned = (form: string): string => form.split(' ').toReversed().join(' ');

/** In either order: a name that is written from right to left starts with `Ltd, Co`. */
const kinds: ReadonlyMap<string, string> = new Map([
  ...Object.entries(forms).flatMap(([kind, spellings]) => spellings.map((form) => [turned(form), kind] as const)),
  ...Object.entries(forms).flatMap(([kind, spellings]) => spellings.map((form) => [form, kind] as const)),
]);

/** Most words do not begin a legal form. */
const firstWords: ReadonlySet<string> = new Set([...kinds.keys()].map((form) => form.split(' ', 1)[0]!));

const wordsOfForms: ReadonlySet<string> = new Set([...kinds.keys()].flatMap((form) => form.split(' ')));
/** Long enough that a typing error, or even any wrong letter, leaves no doubt. */
const [slippable, misspellable] = [6, 9];
/** `Fundation` is a foundation rather than a fundacion. */
const isOtherWord = (word: string): boolean => {
  const frequent = frequentWord(word);
  return frequent !== undefined && !kinds.has(frequent);
};
const slips = slipTable(
  [...wordsOfForms].filter((word) => word.length >= slippable).map((word) => [word, word] as const),
  slipsToTheEnd,
  (word) => wordsOfForms.has(word) || isOtherWord(word),
);
const longForms = [...kinds.keys()].filter((form) => form.length >= misspellable && !form.includes(' '));

const knownMisspelled = new Map<string, string | undefined>();
const maxKnown = 50_000;

/** Names share words, so each is compared with the long forms only once. */
function misspelled(word: string): string | undefined {
  if (word.length < misspellable - 1) return undefined;
  if (knownMisspelled.has(word)) return knownMisspelled.get(word);
  const form = isOtherWord(word) ? undefined : longForms.find((each) => isWithinOneEdit(each, word));
  const kind = kinds.get(form ?? '');
  if (knownMisspelled.size >= maxKnown) knownMisspelled.clear();
  knownMisspelled.set(word, kind);
  return kind;
}

const isWithinOneEdit = (form: string, word: string): boolean =>
  Math.abs(form.length - word.length) <= 1 && editDistance(form, word) <= 1;

export interface LegalForm {
  readonly kind: string;
  /** Number of words of the form. */
  readonly words: number;
}

const wordOfForm = (word: string): string => slips.get(word) ?? word;

/** Returns the longest legal form that begins at a word, or `null` if there is none. Long forms may contain a wrong letter. */
export function legalFormAt(words: readonly string[], start: number): LegalForm | null {
  const longest = firstWords.has(wordOfForm(words[start] ?? '')) ? longestForm : 0;
  for (let count = Math.min(longest, words.length - start); count > 0; count -= 1) {
    const spelled = words.slice(start, start + count).map(wordOfForm);
    const kind = kinds.get(spelled.join(' '));
    if (kind !== undefined) return { kind, words: count };
  }
  const kind = misspelled(words[start] ?? '');
  return kind === undefined ? null : { kind, words: 1 };
}

/** Forms that may be joined to the end of a name (`SiemensAG`): long enough not to end an ordinary word. */
export const gluedForms: readonly string[] = ['aktiengesellschaft', 'gmbh', 'ltda'];
