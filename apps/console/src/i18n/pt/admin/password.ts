import type { AdminMessages } from '../../en/admin/index.js';

export const password: AdminMessages['password'] = {
  title: 'Alterar sua senha',
  tells: 'Todas as suas outras sessões serão encerradas. Seu trabalho aqui continua.',
  current: 'Senha atual',
  next: 'Nova senha',
  rule: 'Pelo menos 12 caracteres. Só o comprimento conta.',
  wrong: 'Esta não é sua senha atual.',
  same: 'Esta já é sua senha.',
  forgot: 'Esqueceu, ou ainda não tem? Enviar um link para mim',
  sent: (email) => `O link foi enviado para ${email}. Ele expira em 30 minutos.`,
  change: 'Alterar senha',
  changed: 'Senha alterada. As outras sessões foram encerradas.',
};
