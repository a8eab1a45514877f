import type { AdminMessages } from '../../en/admin/index.js';

export const views: AdminMessages['views'] = {
  title: 'Visões salvas',
  save: 'Salvar visão …',
  saveTitle: 'Salvar esta visão',
  saveTells:
    'Os filtros atuais, com um nome que só você vê, neste navegador. Uma visão com o mesmo nome é substituída.',
  name: 'Nome',
  saveNow: 'Salvar',
  saved: (name) => `Visão salva: ${name}`,
  forget: 'Excluir visão',
  forgotten: (name) => `Visão excluída: ${name}`,
  dropped: (names) => `Alguns valores do endereço não são válidos aqui e foram omitidos: ${names}`,
};
