import type { BiometricProvider } from '@tamis/identity-documents';

import { publishRule } from '../../../../test/support/publish-rule.js';
import { passportLines, specimenImage } from '../../../../test/support/specimens.js';
import { useTestApi } from '../../../../test/support/use-test-api.js';
import { specimenPerson, useValidations, type VisitedSession } from '../../../../test/support/use-validations.js';
import { linkLimits } from '../links/index.js';
import { Biometrics } from './domain/biometrics.js';

const hour = 3_600_000;
const allSteps = { front: true, back: true, selfie: true, document: true };

describe('validation session', () => {
  const api = useTestApi();
  const { newPerson, begin, read, sendImage, visit, balance } = useValidations(api);
  const review = (id: string, body: object) => api().call(`/api/kyc/validations/${id}/review`, { body });
  const opened = async (more: object = {}, person: object = {}): Promise<{ id: string; session: VisitedSession }> => {
    const { id, providerSessionUrl } = (await begin(await newPerson({}, person), more)).body;
    return { id, session: visit(providerSessionUrl as string) };
  };
  const withBiometrics = async (provider: BiometricProvider, work: () => Promise<void>): Promise<void> => {
    const biometrics = api().app.get<Biometrics, { provider: BiometricProvider | null }>(Biometrics);
    biometrics.provider = provider;
    await work().finally(() => (biometrics.provider = null));
  };
  const verdict = (result: 'passed' | 'failed' | 'unsure'): BiometricProvider => ({
    compare: () => Promise.resolve({ score: 0.9, result }),
    liveness: () => Promise.resolve({ score: 0.8, result: 'passed' }),
  });

  it('leads from the link to the review, and verifies the entity only after the review', async () => {
    await publishRule(api(), {
      source:
        'rule named "Looked at" {\n  on person (kyc_completed)\n  score 10\n\n  when entity.kycVerified == true\n\n  then suggest FLAG\n}\n',
    });
    const entityId = await newPerson();
    const before = await balance();
    const asked = { redirectUrl: 'https://example.com/done', language: 'es', doubleCheckRegistry: true };
    const { id, providerSessionUrl } = (await begin(entityId, asked)).body;
    const session = visit(providerSessionUrl as string);
    const state = await session.ask('state');
    expect(state.headers.get('set-cookie')).toBeNull();
    expect(state.body).toEqual({
      ...{ status: 'pending', language: 'es', organizationLanguage: 'en', organizationName: expect.any(String) },
      personFirstName: 'Zephyrine',
      documentTypes: ['passport', 'national_id', 'drivers_license', 'residence_permit', 'visa'],
      steps: { front: false, back: false, selfie: false, document: false },
      ...{ mrz: { needed: true }, attemptsLeft: 3, expiresAt: expect.any(String), redirectUrl: asked.redirectUrl },
    });
    // Viewing the page does not begin the validation.
    expect((await read(id)).status).toBe('pending');
    expect((await session.show('front', 11)).body).toEqual({ steps: { ...state.body.steps, front: true } });
    expect((await read(id)).status).toBe('in_progress');
    const early = await session.submit();
    expect([early.status, Object.keys(early.body.error.details)]).toEqual([
      400,
      ['steps.back', 'steps.selfie', 'steps.document'],
    ]);
    await session.show('selfie', 12);
    const told = await session.tell(passportLines(specimenPerson));
    expect(told.body).toEqual({ corrections: [], attemptsLeft: 3, steps: allSteps });
    expect((await session.submit()).body).toEqual({ status: 'in_review', redirectUrl: asked.redirectUrl });
    const shown = await read(id);
    expect(shown).toMatchObject({
      ...{
        status: 'in_review',
        decision: null,
        biometricResult: null,
        images: expect.arrayContaining(['front', 'selfie']),
      },
      documentsVerified: [
        { type: 'passport', country: 'BR', number: 'QX7315548', expiresAt: '2033-08-29', status: 'unverified' },
      ],
      extractedData: { documentNumber: 'QX7315548', dateOfBirth: '1991-04-17', nationality: 'BR' },
      verifiedFields: expect.arrayContaining(['CHECK_DIGITS_WRONG', 'DOCUMENT_NUMBER_MISMATCH', 'BIRTH_DATE_MISMATCH']),
    });
    const codes = shown.warnings.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(
      expect.arrayContaining(['BIOMETRIC_NOT_CHECKED', 'REGISTRY_NOT_AVAILABLE', 'DOCUMENT_UNCONFIRMED']),
    );
    const entity = async () => (await api().call(`/entities/${entityId}`)).body;
    expect(await entity()).toMatchObject({ kycVerified: false, kycProvider: null, kycData: null, riskScore: 0 });
    // The result is charged once, when it exists.
    const paid = await balance();
    expect([before.balanceCents - paid.balanceCents, paid.reservedCents]).toEqual([50, before.reservedCents]);
    expect((await review(id, { decision: 'approved', reason: 'compared manually' })).body).toMatchObject({
      ...{ status: 'approved', verifiedAt: expect.any(String) },
      decision: { result: 'approved', reasons: ['compared manually'], decidedBy: 'operator' },
    });
    expect(await balance()).toEqual(paid);
    expect(await entity()).toMatchObject({
      ...{ kycVerified: true, kycProvider: 'tamis', riskScore: 10 },
      kycData: { validationId: id, document: { type: 'passport', expiresAt: '2033-08-29' } },
    });
    const timeline = (await api().call(`/entities/${entityId}/timeline?limit=100`)).body.events;
    const names = timeline.map(({ event }: { event: string }) => event).reverse();
    const moves = names.filter((name: string) => name.startsWith('kyc_'));
    expect(moves).toEqual(['created', 'in_progress', 'in_review', 'approved'].map((move) => `kyc_validation_${move}`));
    expect(names).toContain('entity_updated');
    const again = await review(id, { decision: 'rejected', reason: 'no' });
    expect([again.status, again.body.error.code]).toEqual([409, 'INVALID_STATUS_TRANSITION']);
    const gone = await Promise.all([session.ask('state'), session.submit(), session.show('front', 1)]);
    expect(gone.map(({ status }) => status)).toEqual([404, 404, 404]);
  });

  it('is rejected by review with a reason, and requires permission for the review and the images', async () => {
    const { id, session } = await opened();
    expect((await review(id, { decision: 'approved', reason: 'too early' })).status).toBe(409);
    await session.showAll(21);
    await session.submit();
    expect((await review(id, { decision: 'rejected' })).body.error.details).toHaveProperty('reason');
    const made = await api().call('/api-keys', { body: { name: 'reader', permissions: ['kyc:read', 'kyc:create'] } });
    const refused = await api().call(`/api/kyc/validations/${id}/review`, {
      ...{ key: made.body.key, body: { decision: 'rejected', reason: 'x' } },
    });
    expect([refused.status, refused.body.error.requiredPermission]).toEqual([403, 'kyc:review']);
    const image = (key: string) => api().call(`/api/kyc/validations/${id}/images/selfie`, { key });
    expect((await image(made.body.key)).status).toBe(403);
    const seen = await image(api().production.key);
    expect([seen.status, seen.headers.get('content-type'), seen.headers.get('content-disposition')]).toEqual([
      ...[200, 'image/png', 'attachment; filename="selfie.png"'],
    ]);
    const looked = await api().call(`/audit/events?event=kyc_validation_image_viewed&resourceId=${id}`);
    expect(looked.body.events).toHaveLength(1);
    expect((await review(id, { decision: 'rejected', reason: 'another face' })).body.status).toBe('rejected');
  });

  it('asks twice again after wrong check digits, and then requires manual review', async () => {
    const { id, session } = await opened();
    const [first, second] = passportLines(specimenPerson);
    const wrong = [first, second.replace('QX7315548', 'QX7315549')];
    await session.show('front', 31);
    await session.show('selfie', 32);
    const one = (await session.tell(wrong)).body;
    expect(one).toMatchObject({ attemptsLeft: 2, steps: { document: false } });
    expect(one.corrections[0]).toMatchObject({ field: 'documentNumber', line: 2, column: expect.any(Number) });
    expect((await session.submit()).body.error.details).toHaveProperty(['steps.document']);
    expect((await session.tell(wrong)).body.attemptsLeft).toBe(1);
    expect((await session.tell(wrong)).body).toMatchObject({ attemptsLeft: 0, steps: { document: true } });
    expect((await session.submit()).body.status).toBe('in_review');
    expect((await read(id)).warnings.map(({ code }: { code: string }) => code)).toContain('CHECK_DIGITS_WRONG');
    const { session: other } = await opened();
    await other.showAll(33, wrong).catch(() => undefined);
    expect((await other.tell(passportLines(specimenPerson))).body).toMatchObject({ corrections: [], steps: allSteps });
  });

  it.each([
    ['DOCUMENT_EXPIRED', { expiresAt: '2020-01-01' }, {}],
    ['DOCUMENT_NUMBER_MISMATCH', { documentNumber: 'ZZ0000001' }, {}],
    ['BIRTH_DATE_MISMATCH', {}, { dateOfBirth: '1970-01-01' }],
  ])('is rejected on the hard failure %s, even when its warning is omitted', async (code, printed, known) => {
    const { id, session } = await opened({ omitWarnings: [code] }, known);
    await session.showAll(41, passportLines({ ...specimenPerson, ...printed }));
    expect((await session.submit()).body.status).toBe('rejected');
    expect((await read(id)).decision).toMatchObject({ result: 'rejected', reasons: [code], decidedBy: 'provider' });
  });

  it('is approved automatically only after a passed face comparison, never after a failed one or an error', async () => {
    const omitWarnings = ['DOCUMENT_UNCONFIRMED', 'TAX_ID_INVALID', 'TAX_ID_MISMATCH', 'TYPED_DATA_MISMATCH'];
    const outcomes: string[] = [];
    const walk = async (seed: number): Promise<void> => {
      const { id, session } = await opened({ omitWarnings });
      await session.showAll(seed);
      await session.submit();
      const { status, warnings, biometricResult } = await read(id);
      const codes = warnings.map(({ code }: { code: string }) => code).filter((each: string) => each.startsWith('BIO'));
      outcomes.push([status, biometricResult?.result ?? 'none', ...codes].join(' '));
    };
    await withBiometrics(verdict('passed'), () => walk(51));
    await withBiometrics(verdict('failed'), () => walk(53));
    await withBiometrics(verdict('unsure'), () => walk(55));
    await withBiometrics({ ...verdict('passed'), liveness: () => Promise.reject(new Error('down')) }, () => walk(57));
    await walk(59);
    expect(outcomes).toEqual([
      'approved passed',
      'rejected failed',
      'in_review unsure BIOMETRIC_UNSURE',
      'in_review none BIOMETRIC_NOT_CHECKED BIOMETRIC_UNAVAILABLE',
      'in_review none BIOMETRIC_NOT_CHECKED',
    ]);
  });

  it('is not approved automatically when the person was changed after the images were sent', async () => {
    const omitWarnings = ['DOCUMENT_UNCONFIRMED', 'TAX_ID_INVALID', 'TAX_ID_MISMATCH', 'TYPED_DATA_MISMATCH'];
    const walk = async (seed: number, change: object) => {
      const entityId = await newPerson();
      const { id, providerSessionUrl } = (await begin(entityId, { omitWarnings })).body;
      const session = visit(providerSessionUrl as string);
      await session.showAll(seed);
      const patched = await api().call(`/entities/${entityId}`, { method: 'PATCH', body: change });
      expect(patched.status).toBe(200);
      await withBiometrics(verdict('passed'), async () => void (await session.submit()));
      const { status, warnings } = await read(id);
      const { kycVerified } = (await api().call(`/entities/${entityId}`)).body;
      return [status, warnings.some(({ code }: { code: string }) => code === 'ENTITY_CHANGED'), kycVerified];
    };
    expect(await walk(81, { name: 'Somebody Else' })).toEqual(['in_review', true, false]);
    expect(await walk(83, { attributes: { tier: 'gold' } })).toEqual(['approved', false, true]);
  });

  it('is not approved automatically when an image or the document was replaced during the comparison', async () => {
    const omitWarnings = ['DOCUMENT_UNCONFIRMED', 'TAX_ID_INVALID', 'TAX_ID_MISMATCH', 'TYPED_DATA_MISMATCH'];
    const submitWhile = async (seed: number, change: (session: VisitedSession) => Promise<unknown>) => {
      const { id, session } = await opened({ omitWarnings });
      await session.showAll(seed);
      const passed = verdict('passed');
      const provider = {
        ...passed,
        compare: () => change(session).then(() => passed.compare(new Uint8Array(), new Uint8Array())),
      };
      let answer = { status: 0 };
      await withBiometrics(provider, async () => void (answer = await session.submit()));
      return [answer.status, (await read(id)).status];
    };
    expect(await submitWhile(91, (session) => session.show('front', 99))).toEqual([200, 'in_review']);
    // This document has a back, which was not submitted.
    const card = { documentType: 'national_id', issuingCountry: 'BR' };
    const told = (session: VisitedSession) => session.ask('document', { method: 'PUT', body: card });
    expect(await submitWhile(93, told)).toEqual([400, 'in_progress']);
    expect(await submitWhile(95, () => Promise.resolve())).toEqual([200, 'approved']);
  });

  it('is decided once and charged once for concurrent submissions', async () => {
    const before = await balance();
    const { session } = await opened();
    await session.showAll(61);
    const both = await Promise.all([session.submit(), session.submit()]);
    const [done, ended] = [both.filter(({ status }) => status === 200), both.filter(({ status }) => status === 404)];
    expect([done.length + ended.length, done.every(({ body }) => body.status === 'in_review')]).toEqual([2, true]);
    expect(done.length).toBeGreaterThan(0);
    expect(before.balanceCents - (await balance()).balanceCents).toBe(50);
  });

  it('warns about an image that was used by another person', async () => {
    const [one, other] = [await opened(), await opened()];
    for (const { session } of [one, other]) await session.showAll(71);
    await one.session.submit();
    await other.session.submit();
    const codes = (await read(other.id)).warnings.map(({ code }: { code: string }) => code);
    expect([codes.includes('IMAGE_REUSED'), (await read(other.id)).status]).toEqual([true, 'in_review']);
  });

  it('accepts only images, up to the size and count limits', async () => {
    const { id, session } = await opened();
    const { path } = session;
    const bomb = specimenImage(1, { width: 60_000, height: 60_000 });
    const refused = [
      await sendImage(path, 'front', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      await sendImage(path, 'front', Buffer.alloc(0)),
      await sendImage(path, 'front', bomb),
      await sendImage(path, 'front', specimenImage(1).subarray(0, 60)),
      await sendImage(path, 'front', Buffer.alloc(10_485_761)),
      await sendImage(path, 'front', Buffer.from('{}'), 'application/json'),
      await sendImage(path, 'front', specimenImage(1), 'image/svg+xml'),
      await sendImage(path, 'above', specimenImage(1)),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 400, 400, 400, 413, 415, 415, 404]);
    expect(refused[2]!.body.error.details.image).toContain('60000 x 60000');
    // The type is determined by the bytes, not by the declared type.
    expect((await sendImage(path, 'front', specimenImage(2), 'image/jpeg')).status).toBe(200);
    expect((await read(id)).status).toBe('in_progress');
    for (let seed = 3; seed < 10; seed += 1) expect((await session.show('front', seed)).status).toBe(200);
    const many = await session.show('front', 10);
    expect([many.status, many.body.error.code]).toEqual([400, 'TOO_MANY_FILES']);
    const { rows } = await api().pool.query('select from kyc_images where validation_id = $1 and removed_at is null', [
      id,
    ]);
    expect(rows).toHaveLength(1);
    expect(
      (
        await api().call('/entities', {
          method: 'POST',
          body: specimenImage(1),
          headers: { 'content-type': 'image/png' },
        })
      ).status,
    ).toBe(415);
  });

  it('opens only with its link, and rate limits guesses and frequent requests', async () => {
    const { session } = await opened();
    const [named, secret] = session.path.split('/').at(-1)!.split('.') as [string, string];
    const foreign = Buffer.from(api().stranger.organizationId.replaceAll('-', ''), 'hex').toString('base64url');
    const others = [
      `${foreign}.${secret}`,
      `${named}.${secret.slice(0, -2)}xx`,
      `${named}.${'A'.repeat(43)}`,
      secret,
      'x',
    ];
    const bodies = await Promise.all(others.map((token) => api().call(`/kyc/session/${token}/state`, { key: null })));
    expect(bodies.map(({ status, body }) => [status, body.error.message])).toEqual(
      others.map(() => [404, 'Session not found']),
    );
    for (let n = 0; n < linkLimits.requests; n += 1) await session.ask('state');
    const last = await session.ask('state');
    expect([last.status, last.body.code]).toEqual([429, 'RATE_LIMIT_EXCEEDED']);
  });

  it('can be left by the person before and after it begins, and ends when it expires', async () => {
    const before = await balance();
    const [fresh, begun, late] = [await opened(), await opened(), await opened({ expiresInHours: 1 })];
    expect((await fresh.session.ask('cancel', { method: 'POST' })).body.status).toBe('cancelled');
    await begun.session.show('front', 81);
    expect((await begun.session.ask('cancel', { method: 'POST' })).body.status).toBe('abandoned');
    await api().pool.query('update kyc_validations set expires_at = $2 where id = $1', [
      late.id,
      new Date(Date.now() - hour),
    ]);
    expect((await late.session.show('front', 82)).status).toBe(404);
    expect((await balance()).reservedCents - before.reservedCents).toBe(50);
  });
});
