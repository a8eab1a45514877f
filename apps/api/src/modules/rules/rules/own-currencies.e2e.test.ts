import { publishRule } from '../../../../test/support/publish-rule.js';
import { ruleText } from '../../../../test/support/rule-samples.js';
import { useOwnTestApi } from '../../../../test/support/use-test-api.js';

describe('currencies defined by an organization', () => {
  const api = useOwnTestApi();
  const setCodes = (currencyCodes: readonly string[]) =>
    api().call(`/organizations/${api().production.organizationId}`, { method: 'PATCH', body: { currencyCodes } });
  const source = ruleText('transaction.amount > 10 PTSX').replace(
    '}\n',
    `  test "many points" {
    when transaction { amount: 11 PTSX }
    expect hit
  }
}
`,
  );
  const validate = async (text: string, key?: string): Promise<string[]> => {
    const { body } = await api().call('/rules/validate', { body: { source: text }, ...(key !== undefined && { key }) });
    return body.diagnostics.map(({ code }: { code: string }) => code);
  };

  it('are known to its own rules only', async () => {
    const before = await validate(source);
    expect(before).toContain('E0310');
    expect((await setCodes(['PTSX'])).status).toBe(200);
    expect(await validate(source)).not.toContain('E0310');
    expect(await validate(source.replaceAll('PTSX', 'PTSY'))).toContain('E0310');
    expect(await validate(source, api().stranger.key)).toContain('E0310');
  });

  it('are compared in payments by active rules, which stay active when a code is removed', async () => {
    await setCodes(['PTSX']);
    const id = await publishRule(api(), { source });
    const tested = await api().call('/rules/test', { body: { ruleIds: [id] } });
    expect(tested.body).toMatchObject({ passed: 1, failed: 0 });
    let number = 0;
    const decisionOf = async (amount: number, currency: string): Promise<string> => {
      const body = { externalId: `own-${(number += 1)}`, type: 'PAYMENT', amount, currency };
      const { status, body: answer } = await api().call('/transactions', { body });
      expect(status).toBe(201);
      return answer.transaction.decision;
    };
    expect(await decisionOf(11, 'PTSX')).toBe('REVIEW_REQUIRED');
    expect(await decisionOf(9, 'PTSX')).toBe('APPROVE');
    await setCodes([]);
    expect(await decisionOf(11, 'PTSX')).toBe('REVIEW_REQUIRED');
    const changed = await api().call(`/rules/${id}`, { method: 'PATCH', body: { priority: 70 } });
    expect([changed.status, changed.body.diagnostics?.[0].code]).toEqual([422, 'E0310']);
  });
});
