import { readChosen, sizeText } from '../src/model/documents.js';
import { endingOf, nextStep, safeLink, stepsOf } from '../src/model/flow.js';
import { linesOf, problemsOf, shownLines } from '../src/model/zone-lines.js';

const passport = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10';
const nothing = { front: false, back: false, selfie: false, document: false };

describe('verification steps', () => {
  it('include a back side for cards and none for booklets', () => {
    expect(stepsOf('passport')).toEqual(['document', 'front', 'selfie', 'zone', 'review']);
    expect(stepsOf('national_id')).toEqual(['document', 'front', 'back', 'selfie', 'zone', 'review']);
  });

  it.each([
    ['', nothing, 'document'],
    ['passport', nothing, 'front'],
    ['passport', { ...nothing, front: true }, 'selfie'],
    ['national_id', { ...nothing, front: true, selfie: true }, 'back'],
    ['passport', { ...nothing, front: true, selfie: true }, 'zone'],
    ['passport', { front: true, back: true, selfie: true, document: true }, 'review'],
  ])('for %s with %j done continue at %s', (documentType, done, step) => {
    expect(nextStep(documentType, done)).toBe(step);
  });

  it.each([
    ['pending', null],
    ['in_progress', null],
    ['approved', 'approved'],
    ['expired', 'expired'],
  ])('of a session with status %s end with: %s', (status, ending) => {
    expect(endingOf(status)).toBe(ending);
  });

  it.each([
    ['https://example.com/done', 'https://example.com/done'],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['nowhere', null],
    [null, null],
  ])('turn the link %s into %s', (url, link) => {
    expect(safeLink(url)).toBe(link);
  });
});

describe('document lines', () => {
  const lines = linesOf(passport);

  it('are read as typed, ignoring case, spaces and empty lines', () => {
    expect(linesOf(`\n ${passport.toLowerCase().replace('\n', ' \r\n\n')}\n`)).toEqual(lines);
    expect(problemsOf(lines)).toEqual([]);
    expect(problemsOf([])).toEqual([]);
  });

  it('are marked where they are invalid', () => {
    const wrong = linesOf(passport.replace('740812', '740813'));
    expect(shownLines(wrong, problemsOf(wrong))[1]).toEqual({
      parts: [
        { text: 'L898902C36UTO', isMarked: false },
        { text: '740813', isMarked: true },
        { text: '2F1204159ZE184226B<<<<<10', isMarked: false },
      ],
      length: 44,
      wanted: '44',
    });
  });

  it.each([
    [['I<UTO', '7408122', 'ERIKSSON'], '30'],
    [['I<UTO', 'D231458907'], '36 / 44'],
    [['P<UTO'], '44'],
    [['I<UTO'], ''],
  ])('%j should have %s characters', (typed, wanted) => {
    expect(shownLines(typed, [])[0]!.wanted).toBe(wanted);
  });
});

describe('chosen file', () => {
  it.each([
    ['statute.pdf', 'application/pdf', 10, { type: 'application/pdf' }],
    ['PHOTO.JPEG', '', 10, { type: 'image/jpeg' }],
    ['photo.pdf', 'image/webp', 10, { problem: 'wrongKind' }],
    ['no ending', '', 10, { problem: 'wrongKind' }],
    ['large.png', 'image/png', 10_485_761, { problem: 'tooLarge' }],
    ['largest.png', 'image/png', 10_485_760, { type: 'image/png' }],
  ])('%s of type %j with %s bytes is checked', (name, type, size, expected) => {
    expect(readChosen({ name, type, size })).toEqual(expected);
  });

  it('has a human-readable size', () => {
    expect([sizeText(12, 'en'), sizeText(1_540_000, 'pt')]).toEqual(['1 kB', '1,5 MB']);
  });
});
