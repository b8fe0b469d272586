import type { Translated } from '#contract/messages/shape.ts'
import type { trial as english } from '../../en/campaigns/trial.ts'

export const trial: Translated<typeof english> = {
  variantStopped: 'A versão {variant} foi interrompida. As outras continuam, e você decide sobre o resto.',
  versionHolds: 'A versão {variant} não pode ser enviada.',
  noLink:
    'A versão {variant} não tem um link com cliques contados. Escolha outra medida ou um modelo com link.',
  noLinkPilot: 'Esta mensagem não tem um link com cliques contados. Escolha outra medida.',
  measuring: 'A primeira parte foi enviada. Os resultados são comparados {date}',
  goesOnWith: 'Enviando a versão {variant} ao resto',
  goesOn: 'Piloto concluído: enviando ao resto',
  choose: 'Escolha a versão para o resto.',
  nothingToDecide: 'Nada espera sua decisão agora. Carregue a campanha de novo.',
  goesAt: 'A versão {variant} venceu. Os demais recebem {date}',
  goesNow: 'Enviando aos demais no horário que venceu',
  waitsForTime: 'Os demais esperam o horário que venceu.',
  waitsForVersion: 'A próxima versão do teste espera o seu horário.',
  waits: 'A primeira parte foi enviada. O resto espera os resultados.',
  asks: {
    owner: 'A primeira parte foi enviada. Veja os resultados e decida sobre o resto.',
    bounds: 'O piloto não atingiu seus limites.',
    unclear: 'Nenhuma versão está claramente à frente. Escolha a versão para o resto.',
    stopped: 'Uma versão foi interrompida durante o teste. Escolha a versão para o resto.',
  },
  missed: {
    nobody: 'Nenhuma mensagem do piloto foi enviada.',
    read: '{percent, number}% leram ({count, number} de {of, number}): você quer pelo menos {limit, number}%.',
    clicked:
      '{percent, number}% clicaram ({count, number} de {of, number}): você quer pelo menos {limit, number}%.',
    replied:
      '{percent, number}% responderam ({count, number} de {of, number}): você quer pelo menos {limit, number}%.',
    converted:
      '{percent, number}% compraram ou converteram ({count, number} de {of, number}): você quer pelo menos {limit, number}%.',
    failed: '{percent, number}% falharam ({count, number} de {of, number}): seu limite é {limit, number}%.',
    blocked:
      '{percent, number}% bloquearam você ({count, number} de {of, number}): seu limite é {limit, number}%.',
    optedOut:
      '{percent, number}% saíram da lista ({count, number} de {of, number}): seu limite é {limit, number}%.',
    next: 'Veja os resultados e decida sobre o resto.',
  },
}
