import fc from 'fast-check';

import { packInputs, unpackInputs } from './persistence/packed-inputs.js';

const packedOnce = 'AYMmG0NstRFSNlMqSa0AGXN44fCAoCYFwWKhVq4aqd2B1l7A1RyoVaADAAA=';

const json = fc.jsonValue().map((value) => JSON.stringify(value));
const inputs = fc.record({ context: json, facts: fc.array(json).map((all) => `[${all.join(', ')}]`) });

describe('packed evaluation inputs', () => {
  it('unpack to the original content for any input', () => {
    fc.assert(fc.property(inputs, (each) => expect(unpackInputs(packInputs(each))).toEqual(each)));
  });

  it.each([10, 300, 12_000, 20_000, 70_000, 3_000_000])('reads back unchanged inputs of %i characters', (length) => {
    const each = { context: '{"name":"Zoë 𝔄"}', facts: JSON.stringify({ text: 'é"1'.repeat(length / 3) }) };
    expect(unpackInputs(packInputs(each))).toEqual(each);
  });

  it('reads inputs that were stored as plain text', () => {
    expect(unpackInputs(Buffer.from('{"a":1}\x1e{}'))).toEqual({ context: '{"a":1}', facts: '{}' });
  });

  // Stored inputs are read with the dictionary for years. This one was packed with the first version.
  it('reads back inputs exactly as they were stored', () => {
    const stored = Buffer.from(packedOnce, 'base64');
    expect(unpackInputs(stored)).toEqual({
      context: `{"id":"1","type":"PAYMENT","metadata":{"text":"${'á'.repeat(100)}"},"flagged":false,"riskMatrixIds":[]}`,
      facts: `{"windows":{},"recordIds":{},"totals":{},"reads":{}}${' '.repeat(100)}`,
    });
  });

  it('takes less than half the size of typical text', () => {
    const entity = '{"id":"0193","externalId":"ana","organizationId":"0194","type":"person","name":"Ana","taxId":null}';
    const each = { context: `{"origin":${entity},"destination":${entity},"originEntity":${entity}}`, facts: '{}' };
    expect(packInputs(each).length).toBeLessThan(each.context.length / 2);
  });
});
