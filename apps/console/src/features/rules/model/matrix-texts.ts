import type { components } from '@tamis/client';

type Matrix = Pick<components['schemas']['RiskMatrixRecordDto'], 'key' | 'status' | 'targetEntityTypes'>;

const words = { person: 'person', company: 'company', transaction: 'transaction', user_event: 'userEvent' } as const;

/** Matrices as a text declares them, as far as a rule that names one is checked by it. */
export const matrixTexts = (matrices: readonly Matrix[]): string =>
  matrices
    .filter(({ status, targetEntityTypes }) => status !== 'archived' && targetEntityTypes.length > 0)
    .map((matrix) => {
      const targets = matrix.targetEntityTypes.map((target) => words[target]);
      return `matrix ${matrix.key} "${matrix.key}" {\n  on ${targets.join(', ')}\n}\n`;
    })
    .join('');
