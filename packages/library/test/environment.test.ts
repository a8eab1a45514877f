import { isUnknown, type DataReadResult, type DataRead, type Outcome } from '@tamis/lang';
import { evaluationEnvironment } from '@tamis/library';
import { money } from '@tamis/stdx';

const settings = { now: 0, timezone: 'UTC', baseCurrency: 'USD' };
const told = (outcome: Outcome): unknown => (isUnknown(outcome) ? outcome.causes : outcome);

describe('data that was not loaded', () => {
  const { read, reference, convert } = evaluationEnvironment(settings);

  it.each<[DataRead, unknown]>([
    [
      { kind: 'listSize', listId: 'l' },
      { cause: 'list_unavailable', listId: 'l' },
    ],
    [
      { kind: 'listed', listId: 'l', value: 'x', isAddress: false },
      { cause: 'list_unavailable', listId: 'l' },
    ],
    [
      { kind: 'listedInType', listType: 'pep', value: 'x', isAddress: false },
      { cause: 'list_unavailable', detail: 'pep' },
    ],
    [
      { kind: 'screening', entityId: 'e' },
      { cause: 'source_unavailable', detail: 'screening' },
    ],
    [
      { kind: 'firstSeen', seen: 'card', value: 'c' },
      { cause: 'source_unavailable', detail: 'firstSeen' },
    ],
  ])('%j is a failure, which `otherwise` does not hide', (request, cause) => {
    const outcome = read(request);
    expect(told(outcome)).toEqual([cause]);
    expect(isUnknown(outcome) && outcome.failed).toBe(true);
  });

  it('is reported with the table, or the currency pair and the day', () => {
    expect(told(reference('ipCountry', '8.8.8.8'))).toEqual([{ cause: 'source_unavailable', detail: 'ipCountry' }]);
    expect(told(convert(money(1, 'EUR'), 'USD', 0))).toEqual([{ cause: 'no_rate', detail: 'EUR/USD on 1970-01-01' }]);
  });
});

it('the environment returns an answer unchanged: a value, or the cause of its absence', () => {
  const answers: Readonly<Record<string, DataReadResult>> = {
    ipAsn: { value: 64_500 },
    ipCountry: { cause: 'not_in_data' },
  };
  const { reference } = evaluationEnvironment({
    ...settings,
    answer: (request) => (request.kind === 'reference' ? answers[request.table] : undefined),
  });
  expect(told(reference('ipAsn', '8.8.8.8'))).toBe(64_500);
  expect(told(reference('ipCountry', '8.8.8.8'))).toEqual([{ cause: 'not_in_data' }]);
});

describe('entities of a context', () => {
  const context = {
    id: 't-1',
    originEntityId: 'e-1',
    originEntity: { name: 'Ana' },
    destinationEntity: { id: 'e-2', name: 'Bruno' },
    instrument: { id: 'i-1' },
    deviceDetails: { deviceId: 'd-1' },
  };
  const { entity, subject } = evaluationEnvironment({ ...settings, context });

  it('are found by the reference id next to them, or by their own id', () => {
    expect(told(entity('e-1'))).toEqual({ name: 'Ana' });
    expect(told(entity('e-2'))).toEqual({ id: 'e-2', name: 'Bruno' });
    expect(told(entity('i-1'))).toEqual({ id: 'i-1' });
    expect(told(entity('t-1'))).toBe(context);
    expect(told(entity('e-9'))).toEqual([{ cause: 'source_unavailable', detail: 'entity e-9' }]);
  });

  it('and all other fields of the subject are read as stored', () => {
    expect(subject(['deviceDetails', 'deviceId'])).toBe('d-1');
    expect(subject(['deviceDetails', '__proto__'])).toBeUndefined();
  });
});
