/** `Abdulrahman`, `Abdurrahman`, but not `Abdullah` or `Abdullaev`. */
const servantOf = /^abd[aeou](?:l(?!l)|([dnrstz]|sh)(?=\1))(.{4,})$/u;
/** `Sirajuddin`, `Noureddine`, but not `Borodin`. */
const ofFaith = /^(.{3,}?)[aeu]dd[iey]+ne?$/u;

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
