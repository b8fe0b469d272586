import { z } from 'zod'
import { endpoints } from '../endpoint.ts'

/** The networks that report it: through a Page counts as Facebook. */
const params = z.object({ network: z.enum(['facebook', 'instagram']) })
/** Signed with our app's secret at that network. */
const body = z.object({ signed_request: z.string().min(1).max(10_000) })

/** What Meta calls when a person takes our app off their account, or asks for their data to be deleted. */
export const socialWithdrawals = endpoints({
  deauthorize: {
    method: 'POST',
    path: '/marketing/api/social/deauthorize/{network}',
    summary: 'Deauthorize callback of Meta: disconnects the accounts of the person who took our app off',
    description:
      'A form, as Meta sends it. The same request twice is done once; a forged or old one is refused.',
    access: 'public',
    raw: true,
    params,
    body,
    response: z.object({ success: z.literal(true) }),
  },
  deleteData: {
    method: 'POST',
    path: '/marketing/api/social/data_deletion/{network}',
    summary: 'Data deletion callback of Meta: deletes what we keep of the accounts of a person',
    description: 'Answers, as Meta asks, where the person sees that it is done and the code of the request.',
    access: 'public',
    raw: true,
    params,
    body,
    response: z.object({ url: z.string(), confirmation_code: z.string() }),
  },
  deletionStatus: {
    method: 'GET',
    path: '/marketing/api/social/data_deletion/{code}',
    summary: 'A page that says what came of a request to delete data',
    access: 'public',
    raw: true,
    params: z.object({ code: z.string().regex(/^[\w-]{1,100}$/) }),
    response: z.string(),
  },
})
