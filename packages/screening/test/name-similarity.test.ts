import { nameKeys, nameSimilarity, NgramModel, parseName } from '@tamis/screening';
import fc from 'fast-check';

const threshold = 0.8;

const same: readonly (readonly [string, string])[] = [
  ['Açúcar União S/A', 'ACUCAR UNIAO SA'],
  ['Comercial Andina S.A.S.', 'Comercial Andina SAS'],
  ['Comercial Andina S.A. de C.V.', 'Comercial Andina, Sociedad Anónima de Capital Variable'],
  ['Transportes Oliveira Ltda.', 'Oliveira Transportes Limitada'],
  ['Müller Maschinenbau GmbH', 'Mueller Maschinenbau Gesellschaft mit beschränkter Haftung'],
  ['Müller Maschinenbau GmbH', 'Muller Maschinenbau'],
  ['Petrolera del Sur S.R.L.', 'Petrolera Sur'],
  ['NorteVerde', 'Norte Verde Ltda'],
  ['Northwind Traders International LLC', 'Northwind Traders Intl. L.L.C.'],
  ['1st Harbour Bank', 'First Harbour Bank Inc.'],
  ['João Gonçalves Pereira', 'Pereira, Joao Goncalves'],
  ['Dr. María José Ibáñez', 'Maria Jose Ibanez'],
  ['María J. Ibáñez', 'María José Ibáñez'],
  ['Mohammed bin Rashed', 'Muhammad ben Rashed'],
  ['Osman Mohamed Warsame', 'Osman Moahmed Warsame'],
  ['Дмитрий Соколов', 'Dmitrii Sokolov'],
  ['Ελένη Παπαδοπούλου', 'Eleni Papadopoulou'],
  ['Alejandro Quintanilla', 'Alejandro Quintanila'],
  ['Alejandro Quintanilla', 'Aleajndro Quintanilla'],
  ['Rosalba Etchegoyen', 'Rosalba Inés Etchegoyen'],
  ['Mar1o Bertolucci', 'Mario Bertolucci'],
];

const different: readonly (readonly [string, string])[] = [
  ['Comercial Andina S.A.', 'Comercial Pacífico S.A.'],
  ['Banco del Norte S.A.', 'Banco del Sur S.A.'],
  ['Transportes Oliveira Ltda', 'Transportes Figueira Ltda'],
  ['Servicios Globales SAS', 'Servicios Logísticos SAS'],
  ['Fondo Austral II', 'Fondo Austral III'],
  ['Inversiones 2004', 'Inversiones 2005'],
  ['Bodega Norte (Chile) SpA', 'Bodega Norte (Perú) SpA'],
  ['Kurt Lindqvist', 'Karl Lindström'],
  ['Maria Fernandes', 'Marina Hernandez'],
  ['Ana Souza', 'Paulo Souza'],
  ['A. Castellanos', 'Beatriz Castellanos'],
  ['Ltda', 'S.A.'],
  ['', 'Comercial Andina'],
  ['!!!', '???'],
];

describe('names', () => {
  test.each(same)('matches %s with %s', (a, b) => {
    expect(nameSimilarity(a, b)).toBeGreaterThanOrEqual(threshold);
    expect(nameKeys(a).filter((key) => nameKeys(b).includes(key))).not.toEqual([]);
  });

  test.each(different)('does not match %s with %s', (a, b) => {
    expect(nameSimilarity(a, b)).toBeLessThan(threshold);
  });

  test('keep different endings, which make different names', () => {
    const words = (name: string): readonly string[] => parseName(name).words.map(({ text }) => text);
    expect(words('Ali Mohhamed')).toEqual(['ali', 'muhammad']);
    expect(words('Ali Mohammadi')).toEqual(['ali', 'mohammadi']);
  });

  test('with another legal form are less similar than with the same one spelled differently', () => {
    const bank = nameSimilarity('Austral Bank AG', 'Austral Bank Aktiengesellschaft');
    expect(bank).toBe(1);
    expect(nameSimilarity('Austral Bank AG', 'Austral Bank GmbH')).toBeLessThan(bank);
    expect(nameSimilarity('Austral Bank AG', 'Austral Bank')).toBe(bank);
  });

  test('with as many words, one starting with the initials of the other, have a symmetric similarity', () => {
    const [initials, words] = ['LVE S Norte', 'Liuv Vaz Era'];
    expect(nameSimilarity(initials, words)).toBe(nameSimilarity(words, initials));
  });

  test('without a legal form are unchanged', () => {
    expect(parseName('Sociedad Anónima').words.map(({ text }) => text)).toEqual(['sociedad', 'anonima']);
    expect(parseName('Casa Ag Norte').words.map(({ text }) => text)).toEqual(['casa', 'ag', 'norte']);
  });

  test('of any text have a symmetric similarity from 0 to 1 and few keys', () => {
    const word = fc.oneof(fc.string({ maxLength: 12 }), fc.constantFrom('de', 'S.A.', 'Banco', 'Norte', 'II', 'José'));
    const name = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(name, name, (a, b) => {
        const similarity = nameSimilarity(a, b);
        expect(similarity).toBe(nameSimilarity(b, a));
        expect(similarity).toBeGreaterThanOrEqual(0);
        expect(similarity).toBeLessThanOrEqual(1);
        if (parseName(a).words.length > 0) expect(nameSimilarity(a, a)).toBe(1);
        expect(nameKeys(a).length).toBeLessThanOrEqual(9);
      }),
      { numRuns: 500 },
    );
  });
});

describe('text model', () => {
  const model = new NgramModel();
  const nearness = async (name: string, other: string): Promise<number> =>
    (await model.similarities(name, [other]))[0]!;

  test('ranks spellings of a name above other names', async () => {
    const [spelled, other] = await model.similarities('Quintanilla Hermanos', [
      'Quintanila Hermanos',
      'Quiroga Hermanos',
    ]);
    expect(spelled).toBeGreaterThan(0.75);
    expect(other).toBeLessThan(0.5);
  });

  test('weights words of many names less', async () => {
    expect(await nearness('Comercial Etcheverry', 'Comercial Bragança')).toBeLessThan(
      await nearness('Etcheverry Norte', 'Etcheverry Bragança'),
    );
  });

  test('rates a name as identical to itself, and finds nothing for empty text', async () => {
    expect(await nearness('Açúcar União', 'uniao acucar')).toBeCloseTo(1);
    expect(await nearness('', 'Norte')).toBe(0);
    expect(await nearness('', '')).toBe(0);
  });
});
