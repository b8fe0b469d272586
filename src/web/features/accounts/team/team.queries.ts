import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { conversations } from '#contract/conversations.ts'
import { team } from '#contract/team.ts'
import { call, keyOf, queryFor } from '#web/net/api.ts'

/** The team, with its open invitations and history; somebody may join at any time. */
export const useTeam = () => useQuery({ ...queryFor(team.list), refetchInterval: 30_000 })

/** The changes of a team; the list follows each of them. */
export function useTeamActs(onError: (error: Error) => void) {
  const queries = useQueryClient()
  const onSuccess = () => {
    void queries.invalidateQueries({ queryKey: keyOf(team.list) })
    void queries.invalidateQueries({ queryKey: keyOf(conversations.members) })
  }
  return {
    invite: useMutation({
      mutationFn: (email: string) => call(team.invite, { body: { email } }),
      onSuccess,
    }),
    revoke: useMutation({
      mutationFn: (id: number) => call(team.revoke, { params: { id } }),
      onSuccess,
      onError,
    }),
    remove: useMutation({
      mutationFn: (id: number) => call(team.remove, { params: { id } }),
      onSuccess,
      onError,
    }),
    leave: useMutation({ mutationFn: () => call(team.leave), onError }),
  }
}

/** What a link is good for. Asked again when the form was refused: somebody may have used or revoked it. */
export const useInvitation = (token: string) =>
  useQuery({ ...queryFor(team.look, { body: { token } }), refetchOnWindowFocus: true })
