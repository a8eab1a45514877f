/** Legal forms in scripts whose letters or syllables would be read one by one. If translations use two kinds, both are named. */
const nativeForms: readonly (readonly [RegExp, string])[] = [
  [/股份有限公司/gu, 'co ltd joint stock company'],
  [/(?:有限责任公司|有限責任公司|有限公司|유한회사|有限会社)/gu, 'co ltd'],
  [/(?:株式会社|株式會社|\(株\)|주식회사|\(주\))/gu, 'co ltd kabushiki kaisha'],
  [/合同会社/gu, 'limited liability company'],
  [/集[团團]/gu, 'group'],
  [/公司/gu, 'company'],
  [/בע["״]?מ(?!\p{L})/gu, 'company limited'],
  [/(?<!\p{L})(?:შპს|ՍՊԸ)(?!\p{L})/gu, 'limited liability company'],
  [/บริษัท/gu, 'company'],
  [/\(มหาชน\)/gu, ''],
  [new RegExp('จำกัด'.normalize('NFKC'), 'gu'), 'limited'],
];

/** Expects a text in the normal form NFKC. */
export const readNativeForms = (text: string): string =>
  nativeForms.reduce((read, [form, latin]) => read.replace(form, ` ${latin} `), text);
