import type { AdminMessages } from '../../en/admin/index.js';

export const ruleWords: AdminMessages['ruleWords'] = {
  newName: (name) => `Novo nome de ${name}`,
  parameterName: 'Nome do parâmetro',
  apply: 'Aplicar',
  noName: 'O cursor não está em um nome declarado pelas regras',
  isShared: (name) => `${name} é comum a várias regras: só pode ser renomeado em todas de uma vez`,
  isTaken: (name) => `${name} não pode ser o nome do parâmetro: não é um nome válido ou já está em uso`,
  noConstant: 'O cursor não está em um número nem em um parâmetro',
  declaredIn: (name) => `Declaração de ${name}`,
  openParameter: 'Abrir o parâmetro',
  openMatrices: 'Abrir as matrizes de risco',
  inData: 'Nos registros mais recentes:',
  present: (share) => `presente em ${share}`,
  quantiles: {
    p5: '5 % são no máximo',
    p50: 'a metade é no máximo',
    p95: '95 % são no máximo',
    p99: '99 % são no máximo',
  },
  forms: 'Forma da regra',
  text: 'Texto',
  jsonLabel: 'A regra como JSON',
  jsonTells:
    'O texto acompanha o JSON enquanto você digita. Comentários, testes e nomes declarados existem só no texto e permanecem.',
  noJson: (message) => `Isto não é JSON: ${message}`,
  jsonUnread: 'o JSON tem erros',
  dropJson: 'Descartar o JSON',
};
