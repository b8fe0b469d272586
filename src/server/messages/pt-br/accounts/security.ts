import type { Translated } from '#contract/messages/shape.ts'
import type { security as english } from '../../en/accounts/security.ts'

export const security: Translated<typeof english> = {
  password: {
    common: 'Esta senha é uma das primeiras que outras pessoas tentam. Escolha outra.',
    personal: 'Uma senha feita com seu nome ou e-mail é fácil de adivinhar. Escolha outra.',
  },
  currentPassword: {
    missing: 'Digite sua senha atual.',
    wrong: 'Esta não é a sua senha atual.',
  },
  passkeys: {
    needsName:
      'As chaves de acesso precisam de um nome em vez de um endereço IP. Abra o Tidings pelo domínio ou como localhost.',
    refused: 'A chave de acesso não foi criada aqui ou demorou demais. Comece de novo.',
    known: 'Esta chave de acesso já está guardada.',
    tooMany: 'Você tem {most, number} chaves de acesso. Remova uma primeiro.',
    unknown: 'Esta chave de acesso não é conhecida aqui ou demorou demais. Tente de novo ou use sua senha.',
  },
  twoFactor: {
    needed: 'Digite o código do seu app autenticador.',
    wrong: 'Este código está errado, é antigo ou já foi usado.',
    isOn: 'A autenticação de dois fatores já está ativada.',
    isOff: 'A autenticação de dois fatores está desativada.',
    notStarted: 'Comece de novo: não há chave para confirmar.',
  },
  sessionEnded: 'Sessão encerrada lá.',
  resetUnusable: 'Este link não funciona mais. Peça um novo.',
  signupClosed: 'Não se criam contas novas aqui. Fale com o operador desta instalação.',
  setupCodeMissing: 'Digite o código de configuração. O terminal do servidor o mostra.',
  setupCodeWrong: 'Este não é o código de configuração. O terminal do servidor o mostra.',
  deletion: {
    wrongName: 'Digite o nome da empresa exatamente como está aqui: {name}',
    askedAlready: 'A exclusão da empresa já está marcada.',
    changed: 'Isto mudou nesse meio-tempo. Recarregue a página.',
    nothingToTakeBack: 'Não há exclusão que possa ser desfeita.',
    nothingNew:
      'Esta empresa será excluída, por isso nada novo é enviado. Desfaça antes a exclusão nas configurações da conta.',
    operatorStays:
      'O operador desta instalação trabalha nesta empresa, por isso ela fica. Para excluí-la, pare o Tidings e apague a pasta de dados.',
  },
  confirmEmail: {
    first: 'Confirme seu e-mail primeiro: abra o link da mensagem que enviamos.',
    changeSent: 'Abra o link que enviamos para {email}. Até lá sua conta mantém o e-mail.',
    notMailed: 'Não conseguimos enviar a mensagem, então o e-mail fica como está. Tente mais tarde.',
  },
  mail: {
    confirmSubject: 'Confirme seu e-mail no Tidings',
    confirmAsked: 'Olá, {name}. Confirme que este é o seu e-mail. Abra este link:',
    confirmIgnore: 'Não foi você? Então ignore esta mensagem: sem o link nada muda.',
    changeSubject: 'Sua conta do Tidings terá outro e-mail',
    changeText:
      'Alguém com acesso à sua conta pediu para trocar o e-mail para {email}. Ele muda assim que o link enviado para lá for aberto.',
    deletionSubject: '{name} será excluída do Tidings',
    deletionText:
      'A empresa {name} será excluída em {days, plural, one {# dia} other {# dias}}, com todos os leads, mensagens, arquivos e contas. As campanhas dela pararam.',
    deletionTakeBack: 'Até lá qualquer membro pode desfazer isso nas configurações da conta: {link}',
    lockSubject: 'Alguém está tentando entrar na sua conta do Tidings',
    lockTries:
      'Olá, {name}! Senhas erradas demais foram tentadas na sua conta, a última vez do endereço {address}. Agora é preciso esperar para entrar de lá.',
    lockDevices: 'Os navegadores em que você já entrou continuam funcionando.',
    lockDo: 'Se não foi você, não precisa fazer nada. Para escolher uma nova senha: {link}',
    subject: 'Nova senha do Tidings',
    asked: 'Olá, {name}. Alguém pediu uma nova senha para a sua conta. Para escolher uma, abra este link:',
    until: 'O link funciona uma vez, por {hours, plural, one {# hora} other {# horas}}.',
    ignore: 'Não foi você? Então ignore este e-mail: sua senha continua a mesma.',
  },
}
