export const settings = {
  title: 'Quando o bot espera',
  lede: 'Quem responde pausa o bot nessa conversa.',
  pause: 'O bot volta',
  pauseChoice:
    '{choice, select, closed {Quando a conversa for fechada} hour {Uma hora depois da resposta} four {4 horas depois da resposta} day {Um dia depois da resposta} other {{minutes, number} minutos depois da resposta}}',
  session: 'Um fluxo sem resposta termina depois de',
  hours: '{count, plural, one {# hora} other {# horas}}',
  saved: 'Salvo.',
}
