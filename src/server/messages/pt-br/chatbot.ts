import type { Translated } from '#contract/messages/shape.ts'
import type { chatbot as english } from '../en/chatbot.ts'

export const chatbot: Translated<typeof english> = {
  tooManyRules: 'Você tem {most, number} regras, o máximo possível. Exclua uma primeiro.',
  tooManyFlows: 'Você tem {most, number} fluxos, o máximo possível.',
  tooManySecrets: 'Você tem {most, number} segredos, o máximo possível.',
  rulesChanged: 'As regras mudaram nesse meio-tempo. Carregue-as de novo.',
  ruleChanged: 'Esta regra foi alterada enquanto isso. Feche, abra de novo e repita sua alteração.',
  aiChanged: 'Estas configurações mudaram enquanto isso. Recarregue a página e faça sua alteração de novo.',
  flowChanged: 'Outra pessoa salvou este fluxo. Carregue-o de novo.',
  flowHasProblems: 'Este fluxo tem problemas. Corrija-os e depois publique.',
  aiEndpoint: 'Digite um endereço que comece com https://.',
  aiPrices: 'Informe os dois preços para limitar o custo.',
  aiLimitTooLow: 'Uma resposta pode custar {amount}. Informe mais.',
  aiMissing: 'Preencha isto antes de ativar as respostas de IA.',
  aiUnknown: 'Não sei responder a isso. Alguém da nossa equipe vai responder a você aqui.',
  aiFailed: 'Não consigo responder a isso agora. Alguém da nossa equipe vai responder a você aqui.',
  unknownPage: 'Esta página não existe. Volte à primeira.',
}
