import type { Translated } from '#contract/messages/shape.ts'
import type { templateErrors as english } from '../../en/providers/template.ts'

export const templateErrors: Translated<typeof english> = {
  code131059: {
    sentence: 'A lista de modelos mudou enquanto era lida.',
    advice: 'Nada a fazer: lemos de novo desde o início.',
  },
  code131063: {
    sentence: 'Sua conta do WhatsApp aceita publicidade só por uma via própria, para mensagens de marketing.',
    advice: 'Mude a conta para essa via e envie de novo.',
  },
  code131064: {
    sentence: 'O WhatsApp encontrou publicidade em modelos de outro tipo e reduziu seu limite.',
    advice: 'Coloque seus modelos na categoria certa no WhatsApp Manager.',
  },
  code132000: {
    sentence: 'O modelo tem variáveis diferentes das que preenchemos.',
    advice: 'Atualize os modelos, abra a campanha e preencha as variáveis de novo.',
  },
  code132001: {
    sentence: 'O WhatsApp não tem um modelo aprovado com este nome neste idioma.',
    advice: 'Atualize os modelos e escolha um aprovado.',
  },
  code132005: {
    sentence: 'Com os valores desta pessoa, o texto fica longo demais.',
    advice: 'Use valores mais curtos para esta pessoa.',
  },
  code132007: {
    sentence: 'O WhatsApp considera que este modelo viola suas regras.',
    advice: 'Mude o texto e envie o modelo de novo para análise.',
  },
  code132008: {
    sentence: 'O WhatsApp não aceitou um dos valores desta pessoa.',
    advice: 'Verifique os valores desta pessoa.',
  },
  code132012: {
    sentence: 'Um valor é de um tipo diferente do que o modelo espera.',
    advice: 'Atualize os modelos e preencha as variáveis de novo; talvez falte uma imagem no topo.',
  },
  code132015: {
    sentence: 'O WhatsApp pausou este modelo porque as pessoas não gostaram dele.',
    advice: 'Espere o WhatsApp retomá-lo, ou use outro modelo. O resto pode ser enviado então.',
  },
  code132016: {
    sentence: 'O WhatsApp desativou este modelo de vez.',
    advice: 'Crie um novo modelo.',
  },
  code132018: {
    sentence: 'O WhatsApp não aceitou um dos valores desta pessoa.',
    advice: 'Verifique os valores desta pessoa: nenhum pode estar vazio ou ter quebras de linha.',
  },
  code132068: {
    sentence: 'O formulário do botão deste modelo está bloqueado.',
    advice: 'Corrija o formulário no WhatsApp Manager, ou use outro modelo.',
  },
  code132069: {
    sentence: 'O formulário do botão deste modelo não funciona bem, então o WhatsApp o retém.',
    advice: 'Corrija o formulário no WhatsApp Manager, ou use outro modelo.',
  },
  code134100: {
    sentence: 'Só publicidade pode ser enviada assim.',
    advice: 'A falha é nossa: por favor, avise-nos.',
  },
  code134101: {
    sentence: 'O WhatsApp ainda está preparando este modelo.',
    advice: 'Nada a fazer: tentamos de novo em dez minutos.',
  },
  code134102: {
    sentence: 'O WhatsApp não pode usar seus modelos para publicidade no momento.',
    advice: 'Veja no WhatsApp Manager o que ele pede a você.',
  },
  code141002: {
    sentence: 'Este modelo não está aprovado.',
    advice: 'Espere a aprovação, ou use outro modelo.',
  },
  code2388019: {
    sentence: 'Sua conta tem tantos modelos quanto o WhatsApp permite.',
    advice: 'Exclua os modelos que você não usa mais.',
  },
  code2388024: {
    sentence: 'Já existe um modelo com este nome neste idioma.',
    advice: 'Escolha outro nome.',
  },
  code2388318: {
    sentence: 'O WhatsApp criou este modelo por conta própria, então ele não pode ser alterado.',
    advice: 'Crie um modelo seu com o texto que quiser.',
  },
  code2388330: {
    sentence: 'O WhatsApp criou este modelo por conta própria, então ele não pode ser excluído.',
    advice: 'Nada a fazer: o Tidings não o usa.',
  },
  code139200: {
    sentence: 'O WhatsApp bloqueou o envio sem modelo nesta conta.',
    advice: 'Envie um modelo aprovado.',
  },
  code2388039: {
    sentence: 'O WhatsApp não aceitou o texto deste modelo.',
    advice: 'Mude o texto e envie o modelo de novo para análise.',
  },
  code2388040: {
    sentence: 'Um texto deste modelo é longo demais.',
    advice: 'Encurte-o e envie o modelo de novo para análise.',
  },
  code2388047: {
    sentence: 'O WhatsApp não aceitou o cabeçalho deste modelo.',
    advice: 'Não use quebras de linha, emojis nem formatação no cabeçalho.',
  },
  code2388072: {
    sentence: 'O WhatsApp não aceitou o texto principal deste modelo.',
    advice: 'Mude o texto e envie o modelo de novo para análise.',
  },
  code2388073: {
    sentence: 'O WhatsApp não aceitou o rodapé deste modelo.',
    advice: 'Não use quebras de linha, emojis nem variáveis no rodapé.',
  },
  code2388293: {
    sentence: 'Há variáveis demais para um texto tão curto.',
    advice: 'Escreva mais palavras em volta das variáveis, ou use menos delas.',
  },
  code2388299: {
    sentence: 'Um texto não pode começar nem terminar com uma variável.',
    advice: 'Coloque uma palavra antes da primeira variável e depois da última.',
  },
}
