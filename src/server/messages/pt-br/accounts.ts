import type { Translated } from '#contract/messages/shape.ts'
import type { accounts as english } from '../en/accounts.ts'

export const accounts: Translated<typeof english> = {
  emailTakenLogin: 'Já existe uma conta com este e-mail. Entre com ela.',
  emailTaken: 'Já existe uma conta com este e-mail.',
  emailOfAnother: 'Outra conta usa este e-mail.',
  wrongCredentials: 'Não foi possível entrar. Confira seus dados de acesso.',
  operatorOnly: 'Só o operador desta instalação pode fazer isso.',
  tooManyLogins:
    'Muitas tentativas de login. Tente de novo em {minutes, plural, one {# minuto} other {# minutos}}.',
  login: 'Entre na sua conta.',
  sessionExpired: 'A sessão expirou. Entre de novo.',
  settingsSaved: 'Configurações atualizadas!',
}
