import type { Translated } from '#contract/messages/shape.ts'
import type { businessSettings as english } from '../../en/business/settings.ts'

export const businessSettings: Translated<typeof english> = {
  saving: 'Salvando…',
  fields: {
    title: 'Campos de leads',
    help: 'Guarde mais dados dos seus leads. Importações, exportações e modelos também os têm.',
    name: 'Nome do campo',
    kind: 'Tipo',
    choices: 'Opções',
    choicesHelp: 'Pressione Enter depois de cada opção.',
    add: 'Adicionar campo',
    remove: 'Excluir',
    removeLabel: 'Excluir o campo {name}',
    removeTitle: 'Excluir o campo {name}?',
    removeText: 'Seus leads mantêm os valores como dados simples.',
    kinds: '{kind, select, text {Texto} number {Número} date {Data} choice {Opção} other {Sim ou não}}',
    yesNo: '{value, select, yes {Sim} other {Não}}',
  },
  hours: {
    title: 'Horário de atendimento',
    help: 'O chatbot pode responder quando não há ninguém.',
    number: 'Número de telefone',
    now: '{state, select, open {Aberto agora.} closed {Fechado agora.} other {Não há horário de atendimento.}}',
    timezone: 'Fuso do horário',
    weekHelp: 'Por exemplo 09:00-13:00, 14:00-18:00. Um dia vazio fica fechado.',
    closed: 'Fechado',
    dayFault: 'Digite os horários em ordem, como 09:00-13:00, 14:00-18:00.',
    holidays: 'Feriados',
    holidaysHelp: 'Um por linha, como 2026-12-24 Véspera de Natal (09:00-12:00).',
    holidaysFault: 'Comece cada linha com uma data, como 2026-12-25. Use cada data uma vez.',
    save: 'Salvar horário',
    saved: 'Horário salvo',
    remove: 'Remover horário',
    day: '{day, select, mon {Segunda} tue {Terça} wed {Quarta} thu {Quinta} fri {Sexta} sat {Sábado} other {Domingo}}',
  },
}
