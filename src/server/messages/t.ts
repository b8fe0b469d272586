import { createCatalogue } from '#contract/messages/catalogue.ts'
import { es as sharedEs } from '#contract/messages/es/index.ts'
import { hi as sharedHi } from '#contract/messages/hi/index.ts'
import { ptBR as sharedPtBR } from '#contract/messages/pt-br/index.ts'
import { t as shared } from '#contract/messages/t.ts'
import { en } from './en/index.ts'
import { es } from './es/index.ts'
import { hi } from './hi/index.ts'
import { ptBR } from './pt-br/index.ts'

/** The sentences of the server, in the language of the request; in jobs in the one that `inLanguage` sets. */
export const t = createCatalogue(en)

t.add('hi', hi)
t.add('es', es)
t.add('pt-BR', ptBR)
shared.add('hi', sharedHi)
shared.add('es', sharedEs)
shared.add('pt-BR', sharedPtBR)
