import type { Translated } from '#contract/messages/shape.ts'
import type { plan as english } from '../../en/campaigns/plan.ts'

export const plan: Translated<typeof english> = {
  leftOutInside: {
    unusable_number: 'número inutilizável',
    duplicate: 'duplicado',
    opted_out: 'descadastrado',
    deleted: 'lead excluído',
    changed_number: 'número alterado',
    unreachable: 'não está no WhatsApp',
    us_marketing: 'número dos EUA',
    awaits_confirmation: 'confirmação pendente',
    no_consent: 'sem consentimento',
    had_enough: 'limite de marketing atingido',
    missing_value: 'sem valor para uma variável',
  },
  leftOutNotice:
    '{count, number} de {selected, plural, one {# pessoa} other {# pessoas}} ficam de fora: {reasons}.',
  problem: {
    noCustomPlace:
      'Este modelo não tem lugar para uma mensagem própria. Escolha um com {variable} no texto, ou deixe a mensagem própria vazia.',
    noVariable: 'Este modelo não tem {place} para preencher.',
    customMissing: 'Este modelo pede uma mensagem própria. Escreva uma.',
    notFilled: 'Diga o que preenche {place} no modelo.',
  },
  place: {
    header: '{variable} no cabeçalho',
    button: 'o endereço do botão {number, number}',
  },
  audience: {
    everybody: 'todos',
    segment: 'o segmento {segment}',
    silentReaders: 'pessoas que leram uma mensagem anterior e não responderam',
    notReached: 'pessoas para quem uma mensagem anterior {how}',
    missed: {
      failed: 'falhou',
      not_read: 'foi entregue mas não lida',
      cancelled: 'foi cancelada',
    },
    picked: '{count, plural, one {# pessoa escolhida} other {# pessoas escolhidas}} à mão',
    tagged: 'todos com a etiqueta {tags}',
    found: 'todos os encontrados por “{search}”',
    without: '{who}, sem {less}',
    lessTagged: 'os da etiqueta {tags}',
    lessUnticked: '{count, plural, one {# pessoa desmarcada} other {# pessoas desmarcadas}}',
  },
  prices: {
    eachOnce: 'A lista deve ter cada mercado uma vez: {problems}.',
    missing: 'falta {market}',
    unknown: '{market} é desconhecido',
    twice: '{market} aparece duas vezes',
    none: '{market} não tem preço para {category}.',
    overlap: '{market}, {category}: os preços se sobrepõem de {from} a {to}.',
    above: '{category} acima de {count, number} mensagens',
    overlapOpen: '{market}, {category}: os preços se sobrepõem a partir de {from}.',
    gap: '{market}, {category}: não há preço de {from} a {to}.',
    gapOpen: '{market}, {category}: não há preço a partir de {from}.',
    order: '{market}, {category}: o preço de {from} termina antes de começar, em {to}.',
    more: 'E mais {count, number} como este.',
    otherCurrency:
      'Os preços de dias anteriores estão em {currency}. Use a mesma moeda ou envie um arquivo com todos os preços.',
    otherThanFile:
      'Seus outros preços estão em {currency}. Envie um arquivo na mesma moeda ou troque todos os seus preços.',
    firstDay: 'Este arquivo não tem dias. Informe o primeiro dia dos preços.',
    noList: 'Ainda não há preços nesse dia. Envie primeiro a lista de preços desse dia.',
    noPeriod: 'Nenhum dos seus preços começa nesse dia.',
    oneCurrency: 'Informe todos os preços em uma só moeda, como INR.',
    unreadable: 'Não foi possível ler. Use um arquivo CSV como o que você pode baixar aqui.',
    columns: 'Adicione estas colunas: {names}.',
    tooMany: 'Envie no máximo {count, number} preços.',
    cell: 'Linha {row, number}: “{value}” não serve em {column}.',
    region: {
      northAmerica: 'América do Norte',
      restOfAfrica: 'Restante da África',
      restOfAsiaPacific: 'Restante da Ásia-Pacífico',
      restOfEasternEurope: 'Restante da Europa Oriental',
      restOfLatinAmerica: 'Restante da América Latina',
      restOfMiddleEast: 'Restante do Oriente Médio',
      restOfWesternEurope: 'Restante da Europa Ocidental',
      other: 'Outros países',
    },
  },
}
