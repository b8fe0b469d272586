export const deletion = {
  title: 'Excluir a empresa',
  loading: 'Carregando',
  help: 'Tudo desta empresa é apagado para sempre {days, plural, one {# dia} other {# dias}} depois do pedido. Até lá qualquer membro pode desfazer.',
  start: 'Excluir a empresa',
  goes: 'São apagados todos os leads, mensagens, campanhas, modelos, publicações, conversas, imagens, consentimentos, contas de membros, chaves, acessos guardados e o registro de atividade. Campanhas em andamento e agendadas e publicações agendadas param agora.',
  stays:
    'O que fica: a data da exclusão e o número de linhas, sem nomes; que existia um link público, para que ele diga que não existe mais; os backups que você fez; e o que a Meta e as redes sociais guardam, onde você pode remover o app.',
  name: 'Para continuar, digite o nome: <b>{name}</b>',
  confirm: 'Excluir a empresa',
  asking: 'Pedindo...',
  planned: '{by} pediu a exclusão desta empresa. Tudo será apagado em {time}.',
  operator: 'O operador desta instalação',
  until: 'Exporte até lá o que precisar. Nenhuma campanha pode ser iniciada e nada é publicado.',
  keep: 'Manter a empresa',
  keeping: 'Mantendo...',
  kept: 'A empresa fica. Retome as campanhas que devem continuar e decida sobre as publicações atrasadas.',
} as const
