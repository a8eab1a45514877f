import { wordTable } from './word-table.js';

/** Names without written vowels, by their usual Latin spelling: transliterating single letters would only give `mhmd`. */
const names = wordTable(
  'muhammad=محمد ahmad=احمد mahmud=محمود ali=علی,علي,على hasan=حسن husayn=حسين,حسین abd=عبد abdallah=عبدالله allah=الله',
  'umar=عمر uthman=عثمان ibrahim=ابراهيم,ابراهیم yusuf=يوسف,یوسف khalid=خالد walid=وليد said=سعيد,سعید salih=صالح',
  'salim=سالم salman=سلمان sulayman=سليمان,سلیمان hamid=حامد,حميد hamad=حمد mustafa=مصطفى,مصطفی nasir=ناصر nasr=نصر',
  'karim=كريم,کریم rashid=راشد,رشيد tariq=طارق usama=اسامه,اسامة,أسامة bin=بن ibn=ابن abu=ابو,أبو umm=ام,أم ladin=لادن',
  'saddam=صدام muammar=معمر qadhafi=القذافي,قذافي bashar=بشار assad=الاسد,الأسد,اسد hafiz=حافظ mahdi=مهدی,مهدي riza=رضا',
  'jafar=جعفر kazim=كاظم,کاظم fatima=فاطمة,فاطمه maryam=مريم,مریم zaynab=زينب,زینب aisha=عائشة abbas=عباس faysal=فيصل',
  'sultan=سلطان turki=تركي fahd=فهد sad=سعد saud=سعود nayif=نايف amir=امير,أمير,امیر jamal=جمال kamal=كمال,کمال habib=حبيب',
  'ismail=اسماعيل,إسماعيل,اسماعیل idris=ادريس,إدريس ishaq=اسحاق,إسحاق dawud=داود musa=موسى,موسی isa=عيسى,عیسی yahya=يحيى,یحیی',
  'zarqawi=الزرقاوي baghdadi=البغدادي zawahiri=الظواهري khamenei=خامنه‌ای,خامنئي ayman=ايمن,أيمن bakr=بكر,بکر hashim=هاشم',
  'sheikh=شيخ,شیخ mullah=ملا sayyid=سيد,سید siraj=سراج din=دين,دین nur=نور salah=صلاح sayf=سيف,سیف shams=شمس jalal=جلال',
  'company=شركة,شرکت bank=بنك,بانك,بانک muassasat=مؤسسة ansar=انصار,أنصار hizb=حزب jund=جند jaysh=جيش islam=اسلام,إسلام',
);

const letters: Readonly<Record<string, string>> = {
  ...{ ا: 'a', أ: 'a', إ: 'i', آ: 'a', ٱ: 'a', ب: 'b', ت: 't', ث: 'th', ج: 'j', ح: 'h', خ: 'kh', د: 'd', ذ: 'dh' },
  ...{
    ر: 'r',
    ز: 'z',
    س: 's',
    ش: 'sh',
    ص: 's',
    ض: 'd',
    ط: 't',
    ظ: 'z',
    ع: '',
    غ: 'gh',
    ف: 'f',
    ق: 'q',
    ك: 'k',
    ک: 'k',
  },
  ...{ ل: 'l', م: 'm', ن: 'n', ه: 'h', ة: 'a', و: 'u', ي: 'i', ی: 'i', ى: 'a', ئ: '', ء: '', ؤ: 'u', پ: 'p', چ: 'ch' },
  ...{ ژ: 'zh', گ: 'g' },
};

const article = 'ال';
const servant = 'عبد';

/**
 * Transliterates one word in Arabic or Persian script. The article and `abd`, which are written together with what follows, become separate
 * words.
 */
export function readArabic(word: string): string {
  const known = names.get(word);
  if (known !== undefined) return known;
  if (word.startsWith(servant + article) && word.length > 6) return `abd al ${readArabic(word.slice(5))}`;
  if (word.startsWith(article) && word.length > 4) return `al ${readArabic(word.slice(2))}`;
  return withShortVowels(Array.from(word));
}

const longVowels = 'اأإآٱىةوؤيی';
const glides: Readonly<Record<string, string>> = { و: 'w', ي: 'y', ی: 'y' };
const tatweel = 'ـ';

/** Whether the letter is a consonant here: `و` and `ي` are vowels only between consonants and at the end. */
const isConsonant = (word: readonly string[], at: number): boolean => {
  const letter = word[at] ?? '';
  if (letter === '' || !longVowels.includes(letter)) return letter !== '';
  if (!(letter in glides)) return false;
  return at === 0 || (word[at + 1] !== undefined && longVowels.includes(word[at + 1]!));
};

/**
 * Short vowels are not written. Before two consonants, a word has `a` after a consonant and `i` after a long `a`: `hftr` is `haftar`, and
 * `tarq` is `tariq`. `ع` has no Latin letter but is a consonant.
 */
function withShortVowels(written: readonly string[]): string {
  const word = written.filter((letter) => letter !== tatweel);
  let latin = '';
  let missing = 'a';
  for (const [at, letter] of word.entries()) {
    const consonant = isConsonant(word, at);
    const glide = consonant ? glides[letter] : undefined;
    // `haniya` rather than `hanya`
    latin += glide === 'y' && missing === 'a' && at > 0 ? 'iy' : (glide ?? letters[letter] ?? letter);
    const added: string = consonant && isConsonant(word, at + 1) ? missing : '';
    latin += added;
    missing = consonant && added === '' ? 'a' : at > 0 && letter === 'ا' ? 'i' : '';
  }
  return latin;
}
