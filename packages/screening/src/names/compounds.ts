/** `Abdulrahman`, `Abdurrahman`, but not `Abdullah` or `Abdullaev`. */
const servantOf = /^abd[aeou](?:l(?!l)|([dnrstz]|sh)(?=\1))(.{4,})$/u;
/** `Sirajuddin`, `Noureddine`, but not `Borodin`. */
const ofFaith = /^(.{3,}?)[aeu]dd[iey]+ne?$/u;

/** `Hajimuhammad`, `Mullahomar`, but not `Hajiyev`, `Hajizadeh` or `Hajipour`. */
const titled =
  /^(?:hajj?i|sh[ae]ikh|sheik|shaykh|mullah?|ma[uw]lana|mawlawi|m[ao]ulvi|sayyid)((?!za[dh]|p(?:o|u|oo|ou)r|nejad|khani).{4,})$/u;

export const hasTitle = (word: string): boolean => titled.test(word);

/** Returns the words without the titles that are written together with a name. */
export const divideTitles = (words: readonly string[]): readonly string[] =>
  words.map((word) => titled.exec(word)?.[1] ?? word);

const servant = /^abd(?:[aeu]l)?$/u;
const faith = /^d[iey]+ne?$/u;
const article = /^(?:[aeu]l|[aeu]d)$/u;

function divide(word: string): readonly string[] {
  const rest = servantOf.exec(word)?.[2];
  if (rest !== undefined) return ['abd', rest];
  const first = ofFaith.exec(word)?.[1];
  return first === undefined ? [faith.test(word) ? 'din' : word] : [first, 'din'];
}

function isWithin(word: string, at: number, words: readonly string[]): boolean {
  const [before, after] = [words[at - 1], words[at + 1]];
  if (before === undefined || after === undefined || !article.test(word)) return false;
  return servant.test(before) || faith.test(after);
}

/** Arabic names of two parts are written as one word, as two or as three: `Abd al-Rahman`, `Siraj al-Din`. Here they are always two. */
export const divideCompounds = (words: readonly string[]): readonly string[] =>
  words.flatMap(divide).filter((...word) => !isWithin(...word));
