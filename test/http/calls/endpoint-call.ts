import type { Request } from '../requests.ts'
import type { WholeBusiness } from '../whole-business.ts'

/** How a test calls an endpoint, and which of its ids name a business's things. */
export type EndpointCall = {
  /** What a business sends about its own things, so that it succeeds. Absent: nothing is sent. */
  own?: (own: WholeBusiness) => Request
  /** What that call answers where it is not 200, because of more than its ids. */
  status?: number
  /** For each id in the request (`params.id`, `body.leads[]`): which of a business's things it names. */
  ids?: Record<string, (of: WholeBusiness) => string | number>
  /** Further ways to name another business's row: ids inside free text, or ids without an id schema. */
  also?: Record<string, (own: WholeBusiness, other: WholeBusiness) => Request>
  /** Where another's id and a missing one are not refused, but find nothing. */
  finds?: 'nothing'
  /** The first of two equal calls answers something else: it is made once before what is compared. */
  settles?: true
  /** It can be done once to a thing: another's thing is not tried together with one's own. */
  once?: true
  /** A call that goes through takes long: it is tried with fewer inputs. */
  slow?: true
  /** A GET that answers nothing with the business's own words in it. */
  mute?: true
}
