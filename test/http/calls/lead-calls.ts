import { csvOf } from '../business-files.ts'
import type { WholeBusiness } from '../whole-business.ts'
import type { EndpointCall } from './endpoint-call.ts'

const lead = (of: WholeBusiness) => of.leads[0]!
const anImport = (of: WholeBusiness) => of.imports[0]!

const importSettings = {
  encoding: 'utf-8',
  delimiter: ',',
  header: true,
  country: 'IN',
  columns: ['name', 'phone'],
}

/** Calls of the endpoints of leads and their imports. */
export const leadCalls: Record<string, EndpointCall> = {
  'leads.scrape': {
    own: (own) => ({ body: { query: 'bakery in Pune', search_id: own.search } }),
    ids: { 'body.search_id': (of) => of.search },
    finds: 'nothing',
    settles: true,
    slow: true,
  },
  'leads.scrapeEvents': {
    own: (own) => ({ params: { search_id: own.search } }),
    ids: { 'params.search_id': (of) => of.search },
    finds: 'nothing',
    mute: true,
  },
  'leads.upload': {
    own: (own) => ({ form: { file: { name: 'a.csv', content: csvOf(own.word) }, tag: 'walk-in' } }),
  },
  'leads.createImport': {
    own: (own) => ({ form: { file: { name: 'a.csv', content: csvOf(own.word) } } }),
  },
  'leads.bulk': {
    own: (own) => ({ body: { audience: { lead_ids: [own.leads[3]!] }, action: 'tag', tag: 'bulk' } }),
    // The second time the own lead has the tag, so that what is counted is the others.
    settles: true,
    ids: { 'body.audience.lead_ids[]': lead },
    also: {
      'deleting by a tag': (_, other) => ({
        body: { audience: { tags: [`${other.word} tag`] }, action: 'delete' },
      }),
      'deleting by id': (_, other) => ({ body: { audience: { lead_ids: other.leads }, action: 'delete' } }),
    },
    finds: 'nothing',
  },
  'leads.getChange': {
    own: (own) => ({ params: { id: own.bulkChange } }),
    ids: { 'params.id': (of) => of.bulkChange },
  },
  'leads.undoChange': {
    own: (own) => ({ params: { id: own.bulkChange } }),
    ids: { 'params.id': (of) => of.bulkChange },
  },
  'leads.export': {
    own: (own) => ({ query: { id: own.leads } }),
    ids: { 'query.id[]': lead },
    finds: 'nothing',
  },
  'leads.exportAudience': {
    own: (own) => ({ body: { audience: { lead_ids: own.leads } } }),
    ids: { 'body.audience.lead_ids[]': lead },
    also: { 'exporting by a tag': (_, other) => ({ body: { audience: { tags: [`${other.word} tag`] } } }) },
    finds: 'nothing',
  },
  'leads.get': { own: (own) => ({ params: { id: lead(own) } }), ids: { 'params.id': lead } },
  'leads.update': {
    own: (own) => ({ params: { id: lead(own) }, body: { name: 'Renamed', tags: ['regular'] } }),
    ids: { 'params.id': lead },
  },
  'leads.remove': { own: (own) => ({ params: { id: own.leads[3]! } }), ids: { 'params.id': lead } },
  'leads.setConsent': {
    own: (own) => ({ params: { id: own.leads[2]! }, body: { consent: 'opted_out' } }),
    ids: { 'params.id': lead },
  },
  'leads.getImport': { own: (own) => ({ params: { id: anImport(own) } }), ids: { 'params.id': anImport } },
  'leads.analyseImport': {
    own: (own) => ({ params: { id: anImport(own) }, body: { country: 'IN' } }),
    ids: { 'params.id': anImport },
  },
  'leads.checkImport': {
    own: (own) => ({ params: { id: anImport(own) }, body: importSettings }),
    ids: { 'params.id': anImport },
  },
  'leads.startImport': {
    own: (own) => ({
      params: { id: own.imports[1]! },
      body: { settings: importSettings, tag: 'walk-in', consent: { state: 'none' } },
    }),
    ids: { 'params.id': anImport },
  },
  'leads.cancelImport': {
    own: (own) => ({ params: { id: own.imports[2]! } }),
    ids: { 'params.id': anImport },
  },
  'leads.importEvents': {
    own: (own) => ({ params: { id: anImport(own) } }),
    ids: { 'params.id': anImport },
  },
  'leads.importRejects': {
    own: (own) => ({ params: { id: own.doneImport } }),
    ids: { 'params.id': (of) => of.doneImport },
  },
  'leads.undoImport': {
    own: (own) => ({ params: { id: own.doneImport } }),
    ids: { 'params.id': (of) => of.doneImport },
  },
}
