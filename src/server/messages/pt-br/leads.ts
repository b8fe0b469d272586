import type { Translated } from '#contract/messages/shape.ts'
import type { leads as english } from '../en/leads.ts'
import { history } from './leads/history.ts'
import { imports } from './leads/imports.ts'
import { search } from './leads/search.ts'

export const leads: Translated<typeof english> = {
  notFound: {
    leads:
      '{count, plural, one {# destes leads não foi encontrado. Recarregue a lista e escolha de novo.} other {# destes leads não foram encontrados. Recarregue a lista e escolha de novo.}}',
    page: 'Esta página da lista não existe. Volte à primeira página.',
  },
  added: '{count, plural, one {Lead adicionado com sucesso} other {Leads adicionados com sucesso}}',
  uploaded: 'Leads do CSV enviados com sucesso',
  requestEmpty: 'Esta solicitação não tem leads.',
  phoneTaken: 'Outro lead tem o número {phone}. Primeiro altere ou exclua esse lead.',
  mostTags: 'Um lead tem no máximo {most, number} etiquetas. Remova uma primeiro.',
  erased:
    'Esta pessoa pediu para ser apagada, por isso não guardamos o número. Ela pode escrever para você de novo.',
  fields: {
    most: 'Uma empresa tem no máximo {most, number} campos. Exclua um primeiro.',
    nameTaken: 'Já existe um campo ou uma coluna com o nome {name}. Escolha outro nome.',
    choices: 'Informe ao menos uma opção, e cada opção uma só vez.',
    value:
      '{name} precisa de {kind, select, number {um número, como 12.5} date {uma data, como 2026-11-24} choice {uma das opções} yes_no {sim (yes) ou não (no)} other {um texto}}.',
  },
  consent: {
    howMissing: 'Diga como esta pessoa aceitou receber mensagens.',
    howMissingMany: 'Diga como estas pessoas aceitaram receber mensagens.',
    optedOut: 'Esta pessoa se descadastrou. Se aceitou de novo, registre o consentimento.',
  },
  bulk: {
    nobody: 'Escolha leads ou um filtro.',
    tagMissing: 'Digite uma etiqueta.',
    tooOld:
      'Você pode desfazer uma alteração por {days, plural, one {# dia} other {# dias}}. Esta é mais antiga.',
    undoing: 'Esta alteração já está sendo desfeita.',
  },
  resolve: {
    notLead: 'Isto não é um lead.',
    badLead: 'Informe o lead pelo id ou por um objeto com phone.',
    notLeads: 'Alguns destes não são leads.',
    numbers: '{count, number} destes números não podem ser usados. O primeiro: {problem}',
  },
  phone: {
    empty: 'Sem número de telefone.',
    rounded_by_excel:
      'O Excel perdeu os últimos dígitos deste número. Formate a coluna como texto e exporte de novo.',
    not_a_number: 'Isto não é um número de telefone.',
    no_country: 'Falta o código do país. Escreva o número com + e o código do país.',
    no_area_code: 'Pode faltar o DDD. Escreva o número com + e o código do país.',
    other_country: 'O número não corresponde ao país desta linha. Corrija um dos dois.',
    not_valid: 'Este número não existe. Confira os dígitos.',
    possible: '{problem} Possíveis: {numbers}.',
    repeated: 'O mesmo número aparece duas vezes no arquivo. Juntamos as linhas.',
    blank: 'Linha vazia.',
  },
  history,
  search,
  imports,
}
